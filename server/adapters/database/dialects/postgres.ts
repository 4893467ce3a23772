import {
  type ColumnDefinitionNode,
  Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PostgresDialect,
  RawNode,
  sql,
} from 'kysely'
import { Client, type PoolConfig } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { CounterTable, CounterTables, Engine, Listening } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import { within } from '#server/concurrency/within.ts'
import { hasState, toFailure } from './postgres-failures.ts'
import { listenTo } from './postgres-listener.ts'
import { type ConnectionPool, openPool } from './postgres-pool.ts'
import { postgresSearch } from './postgres-search.ts'

interface PostgresOptions {
  /** A connection that was not in use broke. */
  readonly onConnectionLost: (error: unknown) => void
  /** Connections of this process; ten processes stay below the server's usual limit of 100. */
  readonly connections?: number
  /** Name of the connections on the server; by default that of a service. */
  readonly name?: string
}

/** What connections of a service are called. */
const serviceName = 'werkschau'
const changesChannel = 'werkschau_changes'
const connectMs = 5_000
const statementMs = 30_000
const lockMs = 10_000
/** Every read of the feed waits for this one. */
const versionMs = 5_000
/** Longer than the server's own limit: ends the wait for a server that vanished silently. */
const answerMs = statementMs + 5_000
/** Transactions that commit at the same time; each is a row that reads sum up. */
const changeSlots = 64
/** Any number that no other lock of this database uses. */
const counterTableLock = 5_279_117_063

/** The numbers of a table's rows. */
const identities: Pick<Engine, 'withIdentity' | 'continueIdentity' | 'lastIdentity' | 'setIdentity' | 'lockTable'> = {
  withIdentity: (table) =>
    table.addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey()),
  continueIdentity: async (tx, table) => {
    const numbers = sql`pg_get_serial_sequence(${table}, 'id')`
    const largest = sql`(select max(id) from ${sql.table(table)})`
    // Only forward: another replica may take numbers at the same time.
    await sql`select setval(${numbers}, ${largest}) where ${largest} > nextval(${numbers})`.execute(tx)
  },
  lastIdentity: async (tx, table) => {
    const { rows } = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(tx)
    const name = sql.raw(rows[0]?.name ?? '')
    const numbers = await sql<{ last: number }>`
      select case when is_called then last_value else last_value - 1 end as last from ${name}
    `.execute(tx)
    return numbers.rows[0]?.last ?? 0
  },
  setIdentity: async (tx, { table, last }) => {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last + 1}, false)`.execute(tx)
  },
  lockTable: async (tx, table) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
  },
}

const serverReads = (pool: ConnectionPool): Pick<Engine, 'readTime' | 'contentVersion'> => ({
  async readTime() {
    const text = 'select extract(epoch from clock_timestamp()) * 1000 as time'
    const { rows } = await pool.query<{ time: number }>({ text, query_timeout: versionMs })
    return rows[0]?.time ?? Number.NaN
  },
  contentVersion: contentVersionOf(pool),
})

/**
 * Callers share one query, and none that was sent before the call: it could miss a change the caller has seen. Who waits
 * while a query fails waits for no second one.
 */
function contentVersionOf(pool: ConnectionPool): () => Promise<number> {
  let failed = { at: Number.NEGATIVE_INFINITY, error: undefined as unknown }
  const read = coalesce<number, number>(async (asked) => {
    if ((asked.at(-1) ?? 0) < failed.at) throw failed.error
    const text = 'select sum(version) as version from change_counters'
    // The wait for a free connection counts, too.
    try {
      const found = await within(versionMs, pool.query<{ version: number }>({ text, query_timeout: versionMs }))
      if (found === undefined) throw toFailure(new Error('The database does not answer'))
      return found.rows[0]?.version ?? 0
    } catch (error) {
      failed = { at: performance.now(), error }
      throw error
    }
  })
  return () => read(performance.now())
}

const limitsOfTime = {
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: statementMs,
  query_timeout: answerMs,
} satisfies PoolConfig

const failures: Pick<
  Engine,
  'isUniqueViolation' | 'isFull' | 'isUnwritable' | 'releaseReserve' | 'keepReserve' | 'committed'
> = {
  isUniqueViolation: (error) => hasState(error, '23505'),
  isFull: (error) => hasState(error, '53100'),
  // The pool reports a server that cannot be reached; its disk is not ours to watch.
  isUnwritable: () => false,
  releaseReserve: () => false,
  keepReserve: async () => false,
  committed: () => undefined,
}

const kyselyOf = (pool: ConnectionPool) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [portableColumns] })

async function withOwnPool<T>(openOwn: () => ConnectionPool, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const own = kyselyOf(openOwn())
  try {
    return await run(own)
  } finally {
    await own.destroy()
  }
}

const connectionTo = (url: string, name: string) =>
  ({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  }) satisfies PoolConfig

/** Not part of the transaction: one that notifies holds a lock of the whole server until the disk has its commit. */
async function notifyOthers(db: Kysely<Tables>, messages: readonly string[]): Promise<void> {
  await sql`select pg_notify(${changesChannel}, message) from unnest(${messages}::text[]) as message`.execute(db)
}

/** PostgreSQL, shared by any number of processes. Connects when first used and again after an outage. */
export function openPostgres(
  url: string,
  { onConnectionLost, connections = 8, name = serviceName }: PostgresOptions,
): Engine {
  const common = connectionTo(url, name)
  const pool = openPool({ ...common, ...limitsOfTime, max: connections }, onConnectionLost)
  const db = kyselyOf(pool)
  let listening: Listening | undefined

  return {
    ...identities,
    ...postgresSearch,
    ...failures,
    db,
    transaction: (run) => db.transaction().execute(run),
    exclusive: false,
    // Waits for the replica that migrates, however long that takes.
    forMigration: (run) => withOwnPool(() => openPool({ ...common, max: 1 }, onConnectionLost), run),
    // `now()` is the beginning of the transaction, which may have waited for another one since.
    timeAfter: (ms) =>
      sql<string>`to_char((statement_timestamp() at time zone 'utc') + ${ms} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    // A transaction holds its counter until the disk has its commit; connections of a pool were opened one after the other.
    changeSlot: sql<number>`pg_backend_pid() % ${sql.lit(changeSlots)}`,
    snapshot: (reading, read) =>
      reading.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
    ...serverReads(pool),
    notify: (messages) => notifyOthers(db, messages),
    listen(onMessage) {
      listening = listenTo(common, changesChannel, onMessage)
      return listening
    },
    openCounterTable: () => openCounterTable(db, pool),
    close: async () => {
      await listening?.close()
      await db.destroy()
      // Kysely ends only a pool that it has used.
      await pool.end().catch(() => undefined)
    },
  }
}

/** Whether a service is connected to the database. An idle one may have closed its connections. */
export async function isPostgresInUse(url: string): Promise<boolean> {
  const client = new Client(connectionTo(url, 'werkschau-look'))
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
      [serviceName],
    )
    return rowCount === 1
  } finally {
    await client.end()
  }
}

/** A table like the others: a limiter's statement takes any connection that is free. */
async function openCounterTable(db: Kysely<Tables>, pool: ConnectionPool): Promise<CounterTable> {
  const counters = db.$extendTables<CounterTables>().$pickTables<'rate_limits'>()
  await counters.transaction().execute(async (tx) => {
    // 'if not exists' fails when another replica makes the table at the same time.
    await sql`select pg_advisory_xact_lock(${counterTableLock})`.execute(tx)
    await tx.schema
      .createTable('rate_limits')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull())
      .addColumn('expire', 'bigint')
      .execute()
    await tx.schema.createIndex('rate_limits_expire').ifNotExists().on('rate_limits').column('expire').execute()
  })
  const store = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  return {
    db: counters,
    limiter: (options) => new RateLimiterPostgres({ ...options, ...store, clearExpiredByTimeout: false }),
    close: async () => undefined,
  }
}

/** Column types of the migrations → types that hold and order the same values as the other engine's. */
const types: Readonly<Record<string, string>> = {
  // Ordered and compared by bytes, whatever locale the database was made with.
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
}

class ColumnTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const definition = super.transformColumnDefinition(node)
    return { ...definition, dataType: columnType(definition.dataType) }
  }
}

function columnType(node: OperationNode): OperationNode {
  const type = 'dataType' in node ? types[String(node.dataType)] : undefined
  return type === undefined ? node : RawNode.createWithSql(type)
}

const transformer = new ColumnTypes()

/** Makes columns of the same range, precision and order on both engines. */
const portableColumns: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
}
