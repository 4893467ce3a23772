import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteAdapter, SqliteDialect, SqliteDriver, sql } from 'kysely'
import { type IRateLimiterOptions, RateLimiterSQLite } from 'rate-limiter-flexible'
import type { RateLimitsTable } from '#server/adapters/database/account-tables.ts'
import type { CounterTable, Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { diskReserve } from './disk-reserve.ts'
import { shareCommits } from './shared-commits.ts'
import { sqliteSearch } from './sqlite-search.ts'
import { cacheStatements } from './sqlite-statements.ts'
import { keepWriteAheadLog } from './write-ahead-log.ts'

const errorCode = (error: unknown) => (error instanceof Database.SqliteError ? error.code : '')
/** The second one: no space for the memory that connections share about the log. */
const isFull = (error: unknown) => ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(errorCode(error))

const failures: Pick<Engine, 'isUniqueViolation' | 'isFull' | 'isUnwritable'> = {
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCode(error)),
  isFull,
  isUnwritable: (error) => !isFull(error) && /^SQLITE_(READONLY|IOERR|CANTOPEN|BUSY)/.test(errorCode(error)),
}

/** The numbers of a table's rows. */
const identities: Pick<Engine, 'withIdentity' | 'continueIdentity' | 'lastIdentity' | 'setIdentity' | 'lockTable'> = {
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
}

/** The number of the last change, read again once other connections may have committed. */
function watchContentVersion(path: string) {
  // A connection of its own: on the writing one a transaction that is still open would show through.
  const reader = new Database(path, { readonly: true })
  const commits = reader.prepare('PRAGMA data_version').pluck()
  const readVersion = () => reader.prepare<[], number>('select sum(version) from change_counters').pluck().get() ?? 0
  let seen: unknown
  let version = 0
  // Asked once for all requests of one turn of the event loop, unless this process commits in between.
  let fresh = false
  const forget = () => {
    fresh = false
  }
  const contentVersion = () => {
    if (fresh) return version
    fresh = true
    setImmediate(forget)
    const commit = commits.get()
    if (commit !== seen) {
      version = readVersion()
      seen = commit
    }
    return version
  }
  return { contentVersion, forget, close: () => reader.close() }
}

/** The start needs space, too. */
const withReserve =
  ({ release }: ReturnType<typeof diskReserve>) =>
  <T>(open: () => T): T => {
    try {
      return open()
    } catch (error) {
      if (isFull(error) && release()) return open()
      throw error
    }
  }

/** SQLite in one file: for a service that runs as a single process. */
export function openSqlite(path: string, { elapsedMs = () => performance.now(), lockMs = 5_000 } = {}): Engine {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const reserve = diskReserve(join(folder, 'disk-reserve'))
  const opening = withReserve(reserve)
  const connection = opening(() => connect(path))
  connection.pragma('foreign_keys = ON')
  connection.pragma(`busy_timeout = ${lockMs}`)
  const db = new Kysely<Tables>({ dialect: dialectOf(connection) })

  const changes = watchContentVersion(path)
  const log = keepWriteAheadLog(db, connection)
  const openedAt = Date.now() - elapsedMs()

  return {
    ...identities,
    ...sqliteSearch,
    ...failures,
    db,
    transaction: shareCommits(db, log.flush),
    exclusive: true,
    forMigration: (run) => run(db),
    timeAfter: (ms) => sql<string>`${new Date(openedAt + elapsedMs() + ms).toISOString()}`,
    releaseReserve: reserve.release,
    keepReserve: reserve.keep,
    committed(effects) {
      changes.forget()
      log.committed(effects)
    },
    // One transaction writes at a time.
    changeSlot: sql<number>`0`,
    snapshot: (reading, read) => read(reading),
    contentVersion: changes.contentVersion,
    openCounterTable: () => openCounterTable(opening(() => connect(join(folder, 'counters.db')))),
    close: async () => {
      await log.close()
      changes.close()
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
    // A damaged file is of no use: a restore replaces it.
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return false
    throw error
  } finally {
    connection.close()
  }
}

/** Writes the current content of the file to `target`, which must not exist, while others continue to use the file. */
export function saveSqlite(path: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  // The last one to close a file that it can write to clears up the log beside it.
  const connection = new Database(path, { fileMustExist: true, timeout: 10_000 })
  try {
    connection.prepare('vacuum into ?').run(target)
  } finally {
    connection.close()
  }
}

/** Turns the database into a single file without a log beside it, and returns what is damaged in it. No other process may use it. */
export function sealSqlite(path: string): string[] {
  try {
    const connection = new Database(path, { fileMustExist: true })
    try {
      connection.pragma('journal_mode = DELETE')
      const found = connection.prepare<[], { integrity_check: string }>('pragma integrity_check').all()
      const lost = connection.prepare<[], { table: string }>('pragma foreign_key_check').all()
      return [
        ...found.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...lost.map(({ table }) => `a row of ${table} refers to none`),
      ]
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  }
}

/** Opens a file; what is written survives the end of the process at once, and a power cut once the log is flushed. */
function connect(path: string): Database.Database {
  // It holds management tokens and addresses: only the service may read it. Its -wal and -shm files get the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const connection = new Database(path)
  try {
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = NORMAL')
    connection.pragma('busy_timeout = 5000')
    // Deleted photos and tokens are overwritten in the file, not only unlinked.
    connection.pragma('secure_delete = ON')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** A failed write can end its transaction by itself; then there is nothing to roll back, and the failure is what counts. */
function dialectOf(connection: Database.Database): SqliteDialect {
  const database = cacheStatements(connection)
  const driver = new SqliteDriver({ database })
  const rollback = driver.rollbackTransaction.bind(driver)
  // With `begin` alone one that reads first fails when a command of the operator writes before it does.
  driver.beginTransaction = async (own: DatabaseConnection) => {
    await own.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  driver.rollbackTransaction = async (own: DatabaseConnection) => {
    if (connection.inTransaction) await rollback(own)
  }
  return Object.assign(new SqliteDialect({ database }), {
    createDriver: () => driver,
    createAdapter: () => new TransactionalAdapter(),
  })
}

/** All steps of the schema in one transaction, as SQLite can: a process that dies among them leaves it as it was. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * A file of its own: the limiter waits for a lock without giving way, and would wait for a transaction of this very
 * process on the file of the groups.
 */
async function openCounterTable(connection: Database.Database): Promise<CounterTable> {
  const db = new Kysely<{ rate_limits: RateLimitsTable }>({ dialect: dialectOf(connection) })
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
