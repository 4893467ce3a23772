import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { type IRateLimiterOptions, RateLimiterSQLite } from 'rate-limiter-flexible'
import type { CounterTable, Engine } from '#server/adapters/database/engine.ts'
import type { RateLimitsTable, Tables } from '#server/adapters/database/tables.ts'

const errorCode = (error: unknown) => (error instanceof Database.SqliteError ? error.code : '')

/** SQLite in one file: for a service that runs as a single process. */
export function openSqlite(path: string): Engine {
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  // It holds management tokens: for nobody but the service. Its -wal and -shm files get the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const connection = new Database(path)
  connection.pragma('journal_mode = WAL')
  // An answered upload survives a power cut.
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('busy_timeout = 5000')
  // Deleted photos and tokens are overwritten in the file, not only unlinked.
  connection.pragma('secure_delete = ON')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })

  // A connection of its own: on the writing one a transaction that is still open would show through.
  const reader = new Database(path, { readonly: true })
  const commits = reader.prepare('PRAGMA data_version').pluck()
  const readVersion = () => reader.prepare('select version from content_version').pluck().get() as number
  let seen: unknown
  let version = 0
  // Asked once for all requests of one turn of the event loop, unless this process commits in between.
  let fresh = false
  const forget = () => {
    fresh = false
  }

  return {
    db,
    exclusive: true,
    forMigration: (run) => run(db),
    withIdentity: (table) => table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
    continueIdentity: async (tx, table) => {
      await sql`update sqlite_sequence set seq = max(seq, (select coalesce(max(id), 0) from ${sql.table(table)})) where name = ${table}`.execute(
        tx,
      )
    },
    lastIdentity: async (tx, table) => {
      const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(tx)
      return rows[0]?.seq ?? 0
    },
    setIdentity: async (tx, { table, last }) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx)
    },
    // One transaction writes at a time.
    lockTable: async () => undefined,
    isUniqueViolation: (error) =>
      ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCode(error)),
    isFull: (error) => errorCode(error) === 'SQLITE_FULL',
    committed: forget,
    contentVersion: () => {
      if (fresh) return version
      fresh = true
      setImmediate(forget)
      const commit = commits.get()
      if (commit !== seen) {
        version = readVersion()
        seen = commit
      }
      return version
    },
    openCounterTable: () => openCounterTable(join(dirname(path), 'counters.db')),
    close: async () => {
      reader.close()
      await db.destroy()
    },
  }
}

/** Whether another process has the file open. For as long as this takes, none can open it. */
export function isSqliteInUse(path: string): boolean {
  if (!existsSync(path)) return false
  const connection = new Database(path, { timeout: 0 })
  try {
    connection.pragma('locking_mode = EXCLUSIVE')
    connection.exec('begin immediate; rollback')
    return false
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    connection.close()
  }
}

/**
 * A file of its own: the limiter waits for a lock without giving way, and would wait for a transaction of this very
 * process on the file of the groups.
 */
async function openCounterTable(path: string): Promise<CounterTable> {
  // It holds addresses of clients.
  closeSync(openSync(path, 'a', 0o600))
  const connection = new Database(path)
  connection.pragma('journal_mode = WAL')
  // Counts survive the end of the process; the last ones may be lost in a power cut.
  connection.pragma('synchronous = NORMAL')
  connection.pragma('busy_timeout = 5000')
  connection.pragma('secure_delete = ON')
  const db = new Kysely<{ rate_limits: RateLimitsTable }>({ dialect: new SqliteDialect({ database: connection }) })
  const store = { storeClient: connection, storeType: 'better-sqlite3', tableName: 'rate_limits' }
  const limiter = (options: IRateLimiterOptions) =>
    new RateLimiterSQLite({ ...store, ...options, tableCreated: true, clearExpiredByTimeout: false })
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error) => (error ? reject(error) : resolve())
    new RateLimiterSQLite({ ...store, points: 1, duration: 1, clearExpiredByTimeout: false }, done)
  })
  await db.schema.createIndex('rate_limits_expire').ifNotExists().on('rate_limits').column('expire').execute()
  return { db, limiter, close: () => db.destroy() }
}
