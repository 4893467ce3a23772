import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where a restore prepares the new data, below the data folder. */
export const stagingFolder = '.restore'
/** A file in that folder, written when everything beside it is complete and checked; lists the new entries. */
export const readyFile = 'ready'

const isData = (name: string) =>
  /^(werkschau|counters)\.db(-wal|-shm)?$/.test(name) ||
  /^groups(\.backup-.*)?\.json$/.test(name) ||
  ['upload', 'previews', 'session-secret', 'withdrawals.jsonl'].includes(name)

/** Which of the folder's entries are the service's data. */
export const dataEntries = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter(isData) : []

/**
 * Replaces the old installation with the restored one. A restore ends with it, and whatever opens the data folder
 * begins with it: a crash in the middle leaves the old data or, as soon as the folder is opened again, the new.
 */
export function finishRestore(dataDir: string): void {
  const staging = join(dataDir, stagingFolder)
  if (!existsSync(staging)) return
  const ready = join(staging, readyFile)
  if (existsSync(ready)) {
    exchange(dataDir, JSON.parse(readFileSync(ready, 'utf8')))
    renameSync(ready, join(staging, 'done'))
    flush(staging)
  }
  // The next restore removes what an interrupted one has left; this may be one that is still running.
  if (existsSync(join(staging, 'done'))) rmSync(staging, { recursive: true, force: true })
}

/** Each step happens once, however often this restarts. */
function exchange(dataDir: string, names: readonly string[]): void {
  const [coming, leaving] = [join(dataDir, stagingFolder, 'new'), join(dataDir, stagingFolder, 'old')]
  mkdirSync(leaving, { recursive: true })
  const leave = (name: string) => {
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(leaving, name))
  }
  for (const name of dataEntries(dataDir)) if (!names.includes(name)) leave(name)
  for (const name of names) {
    // If it is missing here, it has been moved already.
    if (!existsSync(join(coming, name))) continue
    leave(name)
    renameSync(join(coming, name), join(dataDir, name))
  }
  flush(dataDir)
}

function flush(folder: string): void {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
