import { imageTypeOf } from '#contract/images/image-signatures.ts'
import type { ImageType } from '#contract/limits.ts'

export type SniffedType = ImageType | 'heic' | 'avif' | 'other' | 'empty'

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1', 'heif']

/** The type by the first bytes, as the server judges it: names and declared types say nothing. */
export const sniffType = (head: Uint8Array): SniffedType => {
  if (head.length === 0) return 'empty'
  const type = imageTypeOf(head)
  if (type !== 'unknown' && type !== 'unsupported') return type
  if (ascii(head, 4, 8) === 'ftyp' && heicBrands.includes(ascii(head, 8, 12))) return 'heic'
  if (ascii(head, 4, 12) === 'ftypavif') return 'avif'
  return 'other'
}
