import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

export function webpChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2))
  chunk.write(type, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  data.copy(chunk, 8)
  return chunk
}

/** Its end, with the byte that pads it, may be behind that of the file. */
interface WebpChunk extends Range {
  readonly type: string
  readonly dataEnd: number
}

export function* webpChunks(bytes: FileBytes, size = bytes.size): Generator<WebpChunk> {
  for (let start = 12; start + 8 <= size; ) {
    const head = bytes.read(start, start + 8)
    const length = head.readUInt32LE(4)
    const dataEnd = start + 8 + length
    const end = dataEnd + (length % 2)
    yield { type: head.toString('latin1', 0, 4), start, dataEnd, end }
    start = end
  }
}
