import { crc32 } from 'node:zlib'
import { type FileBytes, withFileBytes } from './file-bytes.ts'
import { createPieces, type Pieces, writePieces } from './pieces.ts'

/**
 * Writes a copy of a JPEG or PNG that was cut off, with a proper end behind what there is: decoders then get to the last
 * row that is there. Answers whether there was anything to do.
 */
export function writeWithEnd(from: string, to: string): boolean {
  const pieces = withFileBytes(from, (bytes) => {
    const start = bytes.read(0, 4).toString('latin1')
    if (start.startsWith('\xff\xd8')) return withJpegEnd(bytes)
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

/** The chunk of the picture that was cut off becomes as long as it is. */
function withPngEnd(bytes: FileBytes): Pieces | undefined {
  let at = 8
  for (let end = at; end <= bytes.size && at + 8 <= bytes.size; at = end) {
    end = at + 12 + bytes.read(at, at + 4).readUInt32BE()
    if (end > bytes.size) break
  }
  const chunk = bytes.read(at + 4, bytes.size)
  if (chunk.toString('latin1', 0, 4) !== 'IDAT') return undefined
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(chunk.length - 4)
  numbers.writeUInt32BE(crc32(chunk), 4)
  const pieces = createPieces()
  pieces.keep({ start: 0, end: at })
  for (const part of [numbers.subarray(0, 4), chunk, numbers.subarray(4), pngEnd]) pieces.put(part)
  return pieces
}
