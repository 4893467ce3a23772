import { crc32 } from 'node:zlib'
import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

/** Bytes of a chunk around its data: length, type and checksum. */
const around = 12

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + around)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

export interface PngChunk extends Range {
  readonly type: string
  /** It ends inside the file. */
  readonly isComplete: boolean
}

/** Up to the end of the picture. */
export function* pngChunks(bytes: FileBytes): Generator<PngChunk> {
  for (let type = '', at = 8; type !== 'IEND' && at + 8 <= bytes.size; ) {
    const head = bytes.read(at, at + 8)
    type = head.toString('latin1', 4)
    const end = at + around + head.readUInt32BE()
    yield { type, start: at, end: Math.min(end, bytes.size), isComplete: end <= bytes.size }
    at = end
  }
}
