import { crc32, deflateSync, inflateRawSync } from 'node:zlib'
import type { FileBytes } from './file-bytes.ts'
import { createPieces, type Pieces, type Range } from './pieces.ts'
import { pngChunk } from './png-chunk.ts'

/** Of the unpacked picture. */
const maxBytes = 64 * 1024 * 1024
const around = 12

/**
 * A PNG with a new checksum and header around its packed picture, which browsers do not look at. undefined where nothing can be
 * unpacked, or a checksum that they look at is wrong.
 */
export function withNewPngData(bytes: FileBytes): Pieces | undefined {
  const ranges = dataChunks(bytes)
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

function dataChunks(bytes: FileBytes): Range[] {
  const ranges: Range[] = []
  for (let start = 8; start + around <= bytes.size; ) {
    const head = bytes.read(start, start + 8)
    const end = start + around + head.readUInt32BE()
    if (head.toString('latin1', 4) === 'IDAT' && end <= bytes.size) ranges.push({ start, end })
    start = end
  }
  return ranges
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
