import type { ImageType } from '#contract/limits.ts'
import type { HeadReader, ImageHead } from '#server/ports/previewer.ts'

/** Reads type and size of an image while it streams in; keeps a few bytes, however long the metadata before the size is. */
export function createHeadReader(): HeadReader {
  let head: ImageHead = { kind: 'unknown' }
  let kept: Buffer = Buffer.alloc(0)
  let skip = 0

  return (chunk) => {
    if (head.kind === 'unsupported' || (head.kind === 'image' && head.size)) return head
    if (skip >= chunk.length) {
      skip -= chunk.length
      return head
    }
    kept = kept.length === 0 ? chunk.subarray(skip) : Buffer.concat([kept, chunk.subarray(skip)])
    skip = 0
    if (head.kind === 'unknown') head = recognise(kept)
    if (head.kind === 'image') {
      const found = readers[head.mimeType](kept)
      if (found.size) head = { ...head, size: found.size }
      skip = Math.max(0, found.use - kept.length)
      kept = kept.subarray(found.use)
    }
    kept = Buffer.from(kept)
    return head
  }
}

/** A size, or how many of the bytes are done with; more than there are when bytes to come can be skipped. */
type Found = { readonly size?: Size; readonly use: number }

type Size = { readonly width: number; readonly height: number }

const signatures: readonly [ImageType, readonly (number | undefined)[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', [...Buffer.from('RIFF'), undefined, undefined, undefined, undefined, ...Buffer.from('WEBP')]],
]

function recognise(bytes: Buffer): ImageHead {
  const possible = signatures.filter(([, signature]) =>
    signature.every((byte, at) => byte === undefined || at >= bytes.length || bytes[at] === byte),
  )
  if (possible.length === 0) return { kind: 'unsupported' }
  const complete = possible.find(([, signature]) => bytes.length >= signature.length)
  return complete ? { kind: 'image', mimeType: complete[0] } : { kind: 'unknown' }
}

const readers: Record<ImageType, (bytes: Buffer) => Found> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
}

/** Goes from marker to marker like libjpeg, which skips what is no marker, up to the frame header. */
function readJpeg(bytes: Buffer): Found {
  let at = 0
  for (;;) {
    const marker = bytes.indexOf(0xff, at)
    if (marker < 0) return { use: bytes.length }
    const code = bytes[marker + 1]
    if (code === undefined) return { use: marker }
    if (code === 0xff) at = marker + 1
    else if (isStandalone(code)) at = marker + 2
    else if (bytes.length < marker + 9) return { use: marker }
    else if (isFrame(code)) {
      return { size: { width: bytes.readUInt16BE(marker + 7), height: bytes.readUInt16BE(marker + 5) }, use: marker }
    } else {
      at = marker + 2 + bytes.readUInt16BE(marker + 2)
      if (at >= bytes.length) return { use: at }
    }
  }
}

const isStandalone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= 0xd9)

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

function readPng(bytes: Buffer): Found {
  if (bytes.length < 24) return { use: 0 }
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return { use: Number.POSITIVE_INFINITY }
  return { size: { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }, use: 0 }
}

function readWebp(bytes: Buffer): Found {
  if (bytes.length < 30) return { use: 0 }
  const size = webpSizes[bytes.toString('latin1', 12, 16)]?.(bytes)
  return size ? { size, use: 0 } : { use: Number.POSITIVE_INFINITY }
}

const webpSizes: Record<string, (bytes: Buffer) => Size> = {
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
  'VP8 ': (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => ({
    width: (bytes.readUInt32LE(21) & 0x3fff) + 1,
    height: ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1,
  }),
}
