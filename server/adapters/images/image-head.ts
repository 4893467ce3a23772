import { imageTypeOf } from '#contract/images/image-signatures.ts'
import type { ImageType } from '#contract/limits.ts'
import type { HeadReader, ImageHead } from '#server/ports/previewer.ts'

/** Reads type and size of an image while it streams in; keeps a few bytes, however long the metadata before the size is. */
export function createHeadReader(): HeadReader {
  let head: ImageHead = { kind: 'unknown' }
  let kept: Buffer = Buffer.alloc(0)
  let skip = 0
  let parts = 0

  return (chunk) => {
    if (head.kind === 'unsupported' || (head.kind === 'image' && (head.size || head.isTooComplex))) return head
    if (skip >= chunk.length) {
      skip -= chunk.length
      return head
    }
    kept = kept.length === 0 ? chunk.subarray(skip) : Buffer.concat([kept, chunk.subarray(skip)])
    skip = 0
    if (head.kind === 'unknown') head = recognise(kept)
    if (head.kind === 'image') {
      const { use, parts: passed = 0, ...found } = readers[head.mimeType](kept)
      parts += passed
      head = { ...head, ...found, ...(parts > maxParts && { isTooComplex: true }) }
      skip = Math.max(0, use - kept.length)
      kept = kept.subarray(use)
    }
    kept = Buffer.from(kept)
    return head
  }
}

function recognise(bytes: Buffer): ImageHead {
  const type = imageTypeOf(bytes)
  return type === 'unknown' || type === 'unsupported' ? { kind: type } : { kind: 'image', mimeType: type }
}

const readers: Record<ImageType, (bytes: Buffer) => FoundHead> = {
  'image/jpeg': readJpegHead,
  'image/png': readPngHead,
  'image/webp': readWebpHead,
}

/** Goes from marker to marker like libjpeg, which skips what is no marker, up to the frame header. */
function readJpegHead(bytes: Buffer): FoundHead {
  let at = 0
  for (let parts = 0; ; parts++) {
    const marker = bytes[at] === 0xff ? at : bytes.indexOf(0xff, at)
    if (marker < 0) return { use: bytes.length, parts }
    const code = bytes[marker + 1]
    if (code === undefined || parts > maxParts) return { use: marker, parts }
    if (code === 0xff) at = marker + 1
    else if (isStandalone(code)) at = marker + 2
    else if (bytes.length < marker + 9) return { use: marker, parts }
    else if (isFrame(code)) return readFrame(code, bytes.subarray(marker))
    else {
      at = marker + 2 + bytes.readUInt16BE(marker + 2)
      if (at >= bytes.length) return { use: at, parts }
    }
  }
}

const isStandalone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= 0xd9)

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

const isProgressive = (code: number): boolean => (code & 3) === 2

const isArithmetic = (code: number): boolean => code > 0xc8

/** Marker, length, precision, height, width, number of components; for each its id, sampling factors and table. */
function readFrame(code: number, frame: Buffer): FoundHead {
  const height = frame.readUInt16BE(5)
  const size = { width: frame.readUInt16BE(7), height }
  const end = Math.min(10 + 3 * (frame[9] ?? 0), 2 + frame.readUInt16BE(2))
  if (frame.length < end) return { use: 0 }
  const megapixels = (size.width * size.height) / 1e6
  if (!isProgressive(code)) {
    const memory = memoryForRows(size.width * 3, 400)
    return { size, decoding: { memory, work: megapixels, isShown: !isArithmetic(code) }, use: 0 }
  }
  const memory = baseMemory + 2 * size.width * size.height * samplesPerPixel(frame.subarray(10, end))
  return { size, decoding: { memory, work: 5 * megapixels, isShown: !isArithmetic(code) }, use: 0 }
}

/** The decoder keeps two bytes for each sample of a progressive image. */
function samplesPerPixel(components: Buffer): number {
  const areas = Array.from({ length: Math.floor(components.length / 3) }, (_, index) => {
    const factors = components[index * 3 + 1] ?? 0
    return { across: factors >> 4, down: factors & 15 }
  })
  const across = Math.max(1, ...areas.map((area) => area.across))
  const down = Math.max(1, ...areas.map((area) => area.down))
  return areas.reduce((sum, area) => sum + (area.across * area.down) / (across * down), 0)
}

/** Samples of a pixel by colour type. A palette becomes RGB, with transparency RGBA. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

function readPngHead(bytes: Buffer): FoundHead {
  if (bytes.length < 29) return { use: 0 }
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return nothingFound
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const depth = bytes[24] === 16 ? 2 : 1
  const row = size.width * (samples[bytes[25] ?? 2] ?? 4) * depth
  const isInterlaced = bytes[28] === 1
  const memory = isInterlaced ? baseMemory + row * size.height : memoryForRows(row, 1_000)
  const work = ((size.width * size.height) / 1e6) * (depth === 2 ? 5 : 1.3) * (isInterlaced ? 2.5 : 1)
  return { size, decoding: { memory, work, isShown: true }, use: 0 }
}

type Size = { readonly width: number; readonly height: number }

function readWebpHead(bytes: Buffer): FoundHead {
  if (bytes.length < 30) return { use: 0 }
  const chunk = chunks[bytes.toString('latin1', 12, 16)]
  if (!chunk) return nothingFound
  const size = chunk.size(bytes)
  const pixels = size.width * size.height
  const memory = baseMemory + pixels * chunk.bytesPerPixel
  return { size, decoding: { memory, work: (5 * pixels) / 1e6, isShown: true }, use: 0 }
}

/** The lossless decoder keeps the whole picture; an extended file may hold either kind and usually holds a photo. */
const chunks: Record<string, { readonly bytesPerPixel: number; readonly size: (bytes: Buffer) => Size }> = {
  VP8X: {
    bytesPerPixel: 3,
    size: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
  },
  'VP8 ': {
    bytesPerPixel: 0.5,
    size: (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  },
  VP8L: {
    bytesPerPixel: 4.4,
    size: (bytes) => ({
      width: (bytes.readUInt32LE(21) & 0x3fff) + 1,
      height: ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1,
    }),
  },
}

/** What the first bytes of a file reveal, and how many of them were used; more than there are when following bytes can be skipped. */
type FoundHead = Pick<ImageHead & { kind: 'image' }, 'size' | 'decoding'> & {
  readonly use: number
  /** Parts that were passed. */
  readonly parts?: number
}

/** Nothing that follows adds anything. */
const nothingFound: FoundHead = { use: Number.POSITIVE_INFINITY }

/** Bytes that sharp needs for any image, beside those of its process. */
const baseMemory = 20_000_000

/** Rows of the stored size that sharp keeps while it scales an image down: at most about 1,000 of PNG, 400 of JPEG. */
const memoryForRows = (rowBytes: number, rows: number): number => baseMemory + rowBytes * rows

/** Segments of a JPEG: more than any camera or program writes, by far. */
const maxParts = 20_000
