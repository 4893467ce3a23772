import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Room on the disk that is kept for a full one: what deletes and withdraws has to write a little itself. */
export interface KeptRoom {
  /** Gives the room up; false when there is none. */
  giveUp(): boolean
  /** Takes the room again where plenty is free. */
  keep(): Promise<void>
}

const megabyte = 2 ** 20
/** The write-ahead log grows to 4 MB before it is used again from its start. */
const keptMegabytes = 8
/** Free after the room is taken. */
const plentyBytes = 64 * megabyte

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** A file at `path` that says nothing and only takes room. */
export function diskReserve(path: string): KeptRoom {
  return {
    giveUp() {
      if (!exists(path)) return false
      rmSync(path)
      return true
    },
    async keep() {
      if (exists(path)) return
      const { bavail, bsize } = await statfs(dirname(path))
      if (bavail * bsize < plentyBytes + keptMegabytes * megabyte) return
      const part = `${path}.part`
      try {
        await using file = await open(part, 'w', 0o600)
        // Zeros take no room on some file systems.
        for (let n = 0; n < keptMegabytes; n++) await file.writeFile(randomBytes(megabyte))
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
  }
}
