import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'

const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/**
 * Locks a file, which is made when it is missing, until it is disposed or the process ends, however it ends. undefined
 * when another process, or another part of this one, holds the lock. The lock is that of an empty database: Node itself
 * cannot lock files (docs/decisions/0020-file-locks.md).
 */
export function acquireFileLock(path: string): Disposable | undefined {
  closeSync(openSync(path, 'a', 0o600))
  const connection = new Database(path, { timeout: 0 })
  try {
    connection.pragma('locking_mode = EXCLUSIVE')
    // Nothing is written: no journal appears beside the lock.
    connection.pragma('journal_mode = MEMORY')
    connection.exec('begin exclusive')
    return { [Symbol.dispose]: () => connection.close() }
  } catch (error) {
    connection.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
