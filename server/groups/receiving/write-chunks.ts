import { open } from 'node:fs/promises'

const writeBytes = 2 ** 18
/** Reuses the buffers of written files: new ones would keep the garbage collector busy. */
const spareBuffers: Buffer[] = []
const spareBuffersKept = 16

/** Makes a file of `chunks`: few large writes out of one buffer, instead of one for each packet of the network. Returns its size. */
export async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const waiting = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(writeBytes)
  try {
    return await writeThrough(waiting, path, chunks)
  } finally {
    if (spareBuffers.length < spareBuffersKept) spareBuffers.push(waiting)
  }
}

async function writeThrough(waiting: Buffer, path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  await using handle = await open(path, 'wx', 0o640)
  let filled = 0
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    for (let taken = 0; taken < chunk.length; ) {
      const copied = chunk.copy(waiting, filled, taken)
      taken += copied
      filled += copied
      if (filled === waiting.length) {
        await handle.writeFile(waiting)
        filled = 0
      }
    }
  }
  await handle.writeFile(waiting.subarray(0, filled))
  return size
}
