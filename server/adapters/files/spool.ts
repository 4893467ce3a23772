import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { acquireFileLock } from '#server/concurrency/file-lock.ts'

/** Local files that exist no longer than the process. */
export interface Spool extends AsyncDisposable {
  /** A new path with the extension of `name`; the file does not exist yet. */
  path(name: string): string
}

const dayMs = 24 * 60 * 60_000

/** Opens a folder for this process below `folder`, and removes those of processes that have ended. */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeIfLeftOver(folder, entry.name)
  }
  const own = join(folder, randomUUID())
  // Locked before the folder exists, so that no other process takes it for a leftover.
  const lock = acquireFileLock(lockOf(own))
  if (lock === undefined) throw new Error(`The spool ${own} is in use already`)
  await mkdir(own, { mode: 0o750 })
  return {
    path: (fileName) => join(own, `${randomUUID()}${extname(fileName)}`),
    async [Symbol.asyncDispose]() {
      await rm(own, { recursive: true, force: true })
      await rm(lockOf(own), { force: true })
      lock[Symbol.dispose]()
    },
  }
}

const lockOf = (folder: string) => `${folder}.lock`

/** A folder belongs to a process as long as it holds the lock, on any machine and with any process id. */
async function removeIfLeftOver(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  // Releases up to 2.0.1 have no locks; a day is longer than any of their requests.
  if (name.includes('@') && (await stat(path)).mtimeMs > Date.now() - dayMs) return
  using lock = acquireFileLock(lockOf(path))
  if (lock === undefined) return
  await rm(path, { recursive: true, force: true })
  await rm(lockOf(path), { force: true })
}
