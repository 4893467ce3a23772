import { crc32, deflateSync, inflateRawSync } from 'node:zlib'
import { type FileBytes, withFileBytes } from './file-bytes.ts'
import { createPieces, type Pieces, writePieces } from './pieces.ts'
import { pngChunk, pngChunks } from './png-chunk.ts'
import { webpChunks } from './webp-chunk.ts'

/**
 * Writes a copy of an image that was cut off, with a proper end behind what there is: decoders then get to the last row
 * that is there. Of a WebP the missing bytes are filled, of a whole PNG the picture is packed anew. Returns whether there is a copy.
 */
export function writeWithEnd(from: string, to: string, filling = 0): boolean {
  const pieces = withFileBytes(from, (bytes) => {
    const start = bytes.read(0, 4).toString('latin1')
    if (start.startsWith('\xff\xd8')) return withJpegEnd(bytes)
    if (start === 'RIFF') return withWebpEnd(bytes, filling)
    return start === '\x89PNG' ? withPngEnd(bytes) : undefined
  })
  if (pieces) writePieces(pieces, { from, to })
  return pieces !== undefined
}

function withJpegEnd(bytes: FileBytes): Pieces | undefined {
  const pieces = createPieces()
  if (bytes.read(bytes.size - 2, bytes.size).equals(jpegEnd)) return undefined
  pieces.keep({ start: 0, end: bytes.size })
  pieces.put(jpegEnd)
  return pieces
}

const jpegEnd = Buffer.from([0xff, 0xd9])
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

/** Sets the length of the truncated picture chunk to what is left of it. */
function withPngEnd(bytes: FileBytes): Pieces | undefined {
  const cut = pngChunks(bytes).find(({ isComplete }) => !isComplete)
  if (cut?.type !== 'IDAT') return withNewPngData(bytes)
  const pieces = createPieces()
  pieces.keep({ start: 0, end: cut.start })
  for (const part of [pngChunk('IDAT', bytes.read(cut.start + 8, cut.end)), pngEnd]) pieces.put(part)
  return pieces
}

/** So little can be missing that most rows are there: a part of the file, and some bytes of a small one. */
const mayMiss = (size: number): number => size / 10 + 1024
/** What is made up may need more room than what is missing. */
const spare = 16 * 1024

/** The picture that was cut off is filled up; metadata that was cut off goes. */
function withWebpEnd(bytes: FileBytes, filling: number): Pieces | undefined {
  const last = webpChunks(bytes).find(({ end }) => end >= bytes.size)
  const missing = last ? last.end - bytes.size : 0
  if (!last || missing <= 0 || last.end > 2 ** 32 - 2 * spare) return undefined
  const isPicture = last.type === 'VP8 ' || last.type === 'VP8L'
  if (isPicture ? missing > mayMiss(bytes.size) : !['EXIF', 'XMP '].includes(last.type)) return undefined
  const pieces = createPieces()
  const end = isPicture ? bytes.size + missing + spare : last.start
  pieces.keep({ start: 0, end: 4 })
  pieces.put(u32(end - 8))
  pieces.keep({ start: 8, end: isPicture ? last.start + 4 : end })
  if (!isPicture) return pieces
  pieces.put(u32(end - last.start - 8))
  pieces.keep({ start: last.start + 8, end: bytes.size })
  pieces.put(Buffer.alloc(missing + spare, filling))
  return pieces
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Of the unpacked picture. */
const maxBytes = 64 * 1024 * 1024

/**
 * A PNG with a new checksum and header around its packed picture, which browsers do not look at. undefined where nothing can be
 * unpacked, or a checksum that they look at is wrong.
 */
function withNewPngData(bytes: FileBytes): Pieces | undefined {
  const ranges = Array.from(pngChunks(bytes).filter(({ type, isComplete }) => type === 'IDAT' && isComplete))
  const [first, last] = [ranges[0], ranges.at(-1)]
  const chunks = ranges.map(({ start, end }) => bytes.read(start, end))
  const packed = Buffer.concat(chunks.map((chunk) => chunk.subarray(8, -4)))
  const data = chunks.every(isIntact) ? repacked(packed) : undefined
  if (!first || !last || !data) return undefined
  const pieces = createPieces()
  pieces.keep({ start: 0, end: first.start })
  pieces.put(pngChunk('IDAT', data))
  pieces.keep({ start: last.end, end: bytes.size })
  return pieces
}

const isIntact = (chunk: Buffer): boolean => crc32(chunk.subarray(4, -4)) === chunk.readUInt32BE(chunk.length - 4)

/** Two bytes say how the rest is packed. */
function repacked(packed: Buffer): Buffer | undefined {
  try {
    return deflateSync(inflateRawSync(packed.subarray(2), { maxOutputLength: maxBytes }), { level: 1 })
  } catch {
    return undefined
  }
}
