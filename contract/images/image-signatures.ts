import type { ImageType } from '#contract/limits.ts'

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const any = [undefined, undefined, undefined, undefined]

export const jpegSignature = [0xff, 0xd8, 0xff] as const

/** How each accepted type begins; `undefined` matches any byte. */
const signatures: readonly (readonly [ImageType, readonly (number | undefined)[]])[] = [
  ['image/jpeg', jpegSignature],
  ['image/png', [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', [...ascii('RIFF'), ...any, ...ascii('WEBP')]],
]

/**
 * The type of an image by its first bytes: names and declared types say nothing. `unknown` when more bytes could make it
 * one, `unsupported` when none can.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | 'unknown' | 'unsupported' {
  const possible = signatures.filter(([, signature]) =>
    signature.every((byte, at) => byte === undefined || at >= bytes.length || bytes[at] === byte),
  )
  if (possible.length === 0) return 'unsupported'
  return possible.find(([, signature]) => bytes.length >= signature.length)?.[0] ?? 'unknown'
}
