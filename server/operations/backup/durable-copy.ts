import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const pieceBytes = 2 ** 20

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** The bytes of a file on the disk. */
export const piecesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: pieceBytes })

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(path)) hash.update(piece)
  return hash.digest('hex')
}

/** Writes a file onto the disk, replacing what is there. Returns the digest of what was read. */
export async function copyDurably(pieces: AsyncIterable<Buffer>, target: string): Promise<string> {
  const hash = createHash('sha256')
  await using handle = await open(target, 'w', 0o600)
  for await (const piece of pieces) {
    hash.update(piece)
    await handle.writeFile(piece)
  }
  await handle.sync()
  return hash.digest('hex')
}
