import { type FileHandle, open } from 'node:fs/promises'

/** A photo of a phone takes fewer than ten writes. */
const writeBytes = 2 ** 19
/** Of a slow client, who sends many small packets. */
const maxWaiting = 64

/** Makes a file of `chunks` in few large writes, instead of one for each packet of the network. Returns its size. */
export async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  await using handle = await open(path, 'wx', 0o640)
  let size = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < writeBytes && waiting.length < maxWaiting) continue
    size += await writeAll(handle, waiting, waitingBytes)
    waiting = []
    waitingBytes = 0
  }
  return size + (await writeAll(handle, waiting, waitingBytes))
}

async function writeAll(handle: FileHandle, chunks: readonly Buffer[], size: number): Promise<number> {
  if (size === 0) return 0
  const { bytesWritten } = await handle.writev(chunks)
  // A disk that fills up takes a part; the rest fails with the reason.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
  return size
}
