import { mkdtempSync, rmSync, statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
const neededBytes = 4 * 2 ** 30
let folder: string | undefined

const remove = () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/**
 * The temporary files of a run are in memory if there is plenty: each commit and each upload waits for the
 * disk otherwise. An existing TMPDIR is kept. Workers get the variable when they start.
 */
export function setup(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  folder = mkdtempSync(`${inMemory}/werkschau-tests-`)
  process.env.TMPDIR = folder
  process.once('exit', remove)
}

export const teardown = remove

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > neededBytes && process.availableMemory() > 2 * neededBytes
  } catch {
    return false
  }
}
