import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

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
