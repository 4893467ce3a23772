import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, unlink } from 'node:fs/promises'
import { allScratchOf } from '#server/domain/images/scratch-files.ts'

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

/** With what a killed process of the previewer has left beside it. The longest names leave no room for that. */
export async function removeLocal(path: string): Promise<void> {
  for (const scratch of allScratchOf(path)) await unlink(scratch).catch(() => undefined)
  await rm(path, { force: true })
}
