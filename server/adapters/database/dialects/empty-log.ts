import type Database from 'better-sqlite3'
import type { Kysely } from 'kysely'

const everyMs = 60_000

/**
 * Moves the write-ahead log into the database and empties it, or it keeps what was deleted until something overwrites it:
 * soon after a deletion, within a minute after any other change, and at most once a minute.
 */
export function emptyLogRegularly<T>(db: Kysely<T>, connection: Database.Database) {
  let emptiedAt = Number.NEGATIVE_INFINITY
  let dueAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  async function empty(): Promise<void> {
    emptiedAt = performance.now()
    dueAt = Number.POSITIVE_INFINITY
    // Alone on the connection: not within a transaction. On a full disk the next change tries again.
    const isDone = await db
      .connection()
      .execute(async () => checkpoint(connection))
      .catch(() => false)
    if (!isDone && connection.open) schedule(everyMs)
  }

  function schedule(ms: number): void {
    const time = performance.now() + ms
    if (time >= dueAt) return
    clearTimeout(timer)
    dueAt = time
    timer = setTimeout(empty, ms).unref()
  }

  // A crash may have left something.
  schedule(everyMs)
  return {
    committed: ({ deleted }: { readonly deleted: boolean }) =>
      schedule(deleted ? Math.max(0, emptiedAt + everyMs - performance.now()) : everyMs),
    stop: () => clearTimeout(timer),
  }
}

/** False while a backup reads: the checkpoint does not wait for it. */
function checkpoint(connection: Database.Database): boolean {
  const timeout = connection.pragma('busy_timeout', { simple: true })
  connection.pragma('busy_timeout = 0')
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    connection.pragma(`busy_timeout = ${timeout}`)
  }
}
