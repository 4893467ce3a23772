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

/** Where a restore prepares what is to take the place of the data, below the data folder. */
export const stagingFolder = '.restore'
/** In it: written when everything beside it is complete and checked; holds the names of what is new. */
export const readyFile = 'ready'

const isData = (name: string) =>
  /^(werkschau|counters)\.db(-wal|-shm)?$/.test(name) ||
  /^groups(\.backup-.*)?\.json$/.test(name) ||
  ['upload', 'previews', 'session-secret', 'withdrawals.jsonl'].includes(name)

/** What of the folder's entries is data of the service. */
export const dataEntries = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter(isData) : []

/**
 * Puts a restored installation in the place of the old one. A restore ends with it, and whatever opens the data folder
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
  // What a restore that was broken off has left is removed by the next one: this may be one at work.
  if (existsSync(join(staging, 'done'))) rmSync(staging, { recursive: true, force: true })
}

/** Each step is taken once, however often this begins anew. */
function exchange(dataDir: string, names: readonly string[]): void {
  const [coming, leaving] = [join(dataDir, stagingFolder, 'new'), join(dataDir, stagingFolder, 'old')]
  mkdirSync(leaving, { recursive: true })
  const leave = (name: string) => {
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(leaving, name))
  }
  for (const name of dataEntries(dataDir)) if (!names.includes(name)) leave(name)
  for (const name of names) {
    // Where it is gone from here it has arrived there.
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
