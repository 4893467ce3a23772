import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Engine } from '#server/adapters/database/engine.ts'

const megabyte = 2 ** 20
/** The write-ahead log grows to 4 MB before it is used again from its start. */
const reservedMegabytes = 8
/** Left after the space is reserved. Less than uploads leave free: what is freed fills the reserve before uploads begin. */
const leftBytes = 4 * megabyte

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** A file at `path` that only occupies space, for a full disk: deletions and withdrawals have to write a little themselves. */
export function diskReserve(path: string): { release: Engine['releaseReserve']; keep: Engine['keepReserve'] } {
  return {
    release() {
      if (!exists(path)) return false
      rmSync(path)
      return true
    },
    async keep() {
      if (exists(path)) return false
      const { bavail, bsize } = await statfs(dirname(path))
      if (bavail * bsize < leftBytes + reservedMegabytes * megabyte) return false
      await occupy(path)
      return true
    },
  }
}

async function occupy(path: string): Promise<void> {
  const part = `${path}.part`
  try {
    await using file = await open(part, 'w', 0o600)
    // Zeros take no space on some file systems.
    for (let n = 0; n < reservedMegabytes; n++) await file.writeFile(randomBytes(megabyte))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
