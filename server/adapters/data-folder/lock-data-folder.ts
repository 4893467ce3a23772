import { join } from 'node:path'
import { acquireFileLock } from '#server/concurrency/file-lock.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { makeDataFolder } from './make-data-folder.ts'

/** Makes sure that one process serves from the folder. OperatorError while another one does. */
export function lockDataFolder(dataDir: string): Disposable {
  makeDataFolder(dataDir)
  const lock = acquireFileLock(join(dataDir, 'service.lock'))
  if (lock) return lock
  throw new OperatorError(`DATA_DIR ${dataDir} is in use by another process of the service: stop that one first`)
}
