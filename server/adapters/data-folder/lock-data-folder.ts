import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { acquireFileLock } from '#server/concurrency/file-lock.ts'
import { OperatorError } from '#server/domain/errors.ts'

/** Makes sure that one process serves from the folder. OperatorError while another one does. */
export function lockDataFolder(dataDir: string): Disposable {
  makeDataFolder(dataDir)
  const lock = acquireFileLock(join(dataDir, 'service.lock'))
  if (lock) return lock
  throw new OperatorError(`DATA_DIR ${dataDir} is in use by another process of the service: stop that one first`)
}

/**
 * Makes the folder, and those above it, where they are missing. `mkdir` with `recursive` never ends in a file system
 * that has its folder but takes no new ones, such as /proc.
 */
export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  if (dirname(dataDir) !== dataDir) makeDataFolder(dirname(dataDir))
  mkdirSync(dataDir, { mode: 0o750 })
}
