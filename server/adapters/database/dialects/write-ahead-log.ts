import { type FileHandle, open } from 'node:fs/promises'
import Database from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { coalesce } from '#server/concurrency/coalesce.ts'

const everyMs = 60_000

/** The write-ahead log of a database. */
export function keepWriteAheadLog<T>(db: Kysely<T>, connection: Database.Database) {
  /** Moves it into the database; false on a full disk or while a backup reads. */
  const empty = (): Promise<boolean> =>
    // Alone on the connection: not within a transaction.
    db
      .connection()
      .execute(async () => checkpoint(connection))
      .catch(() => false)
  const { flush, close } = flushing(`${connection.name}-wal`, empty)
  const { committed, stop } = emptyRegularly(async () => (await empty()) || !connection.open)
  return {
    flush,
    committed,
    close(): Promise<void> {
      stop()
      return close()
    },
  }
}

/**
 * `flush` resolves when everything committed before is on the disk. SQLite would wait for that on the main thread, for
 * half a second beside an upload to a memory card. SqliteError when the disk fails.
 */
function flushing(log: string, empty: () => Promise<boolean>) {
  let file: FileHandle | undefined
  /** After a failure the kernel counts as written what is not: only moving it helps. */
  let isDoubtful = false

  const flush = coalesce(async () => {
    try {
      if (isDoubtful) throw new Error('An earlier flush failed')
      file ??= await open(log)
      await file.datasync()
    } catch (cause) {
      isDoubtful = !(await empty())
      if (isDoubtful) throw Object.assign(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC'), { cause })
    }
  })
  return { flush, close: async () => file?.close() }
}

/**
 * Calls `empty`, or the log keeps what was deleted until something overwrites it: soon after a deletion, within a minute
 * after any other change, and at most once a minute.
 */
function emptyRegularly(empty: () => Promise<boolean>) {
  let emptiedAt = Number.NEGATIVE_INFINITY
  let dueAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  async function emptyNow(): Promise<void> {
    emptiedAt = performance.now()
    dueAt = Number.POSITIVE_INFINITY
    if (!(await empty())) schedule(everyMs)
  }

  function schedule(ms: number): void {
    const time = performance.now() + ms
    if (time >= dueAt) return
    clearTimeout(timer)
    dueAt = time
    timer = setTimeout(emptyNow, ms).unref()
  }

  // A crash may have left something.
  schedule(everyMs)
  return {
    committed: ({ deleted }: { readonly deleted: boolean }) =>
      schedule(deleted ? Math.max(0, emptiedAt + everyMs - performance.now()) : everyMs),
    stop: () => clearTimeout(timer),
  }
}

function checkpoint(connection: Database.Database): boolean {
  const timeout = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    connection.pragma(`busy_timeout = ${timeout}`)
  }
}
