import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryResult, types } from 'pg'
import { within } from '#server/concurrency/within.ts'
import { toFailure } from './postgres-failures.ts'

/** Wide integers and sums as numbers: none here exceeds 2^53. */
const asNumber = new Set<unknown>([types.builtins.INT8, types.builtins.NUMERIC])
const getTypeParser: NonNullable<PoolConfig['types']>['getTypeParser'] = (id, format) =>
  asNumber.has(id) && format !== 'binary' ? Number : types.getTypeParser(id, format as 'text')

/** Values that the server cannot hold equal none that it holds: a read finds nothing instead of failing. */
function storable(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\ufffd')
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return Math.sign(value) * Number.MAX_SAFE_INTEGER
  return value
}

const failing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw toFailure(error)
  }
}

function wrap(client: PoolClient): PostgresPoolClient {
  let broken = false
  function query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(sql: unknown, values: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('Connections have no cursors')
    return answerTo(sql, values)
  }

  async function answerTo(sql: string, values: readonly unknown[]) {
    try {
      return await client.query(sql, values.map(storable))
    } catch (error) {
      // Without an answer from the server, it is unknown what the connection is still doing.
      broken ||= !(error instanceof DatabaseError)
      throw toFailure(error)
    }
  }
  return { query, release: (error) => client.release(error ?? broken) }
}

interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Milliseconds to wait for the answer, where the default is too long. */
  readonly query_timeout?: number
}

export interface ConnectionPool extends PostgresPool {
  /** One statement on any connection. */
  query<R extends object>(statement: Statement): Promise<QueryResult<R>>
}

/** Ends the wait for the end of connections to a server that no longer answers. */
export const closeMs = 1_000

/** Connections that parse values as the stores expect them and fail as the port says. */
export function openPool(config: PoolConfig, onLost: (error: unknown) => void): ConnectionPool {
  const pool = new Pool({ ...config, types: { getTypeParser } })
  const connected = new Set<PoolClient>()
  // A connection that breaks is replaced. Its statements fail by themselves, but without listeners, for connections in
  // use and for others, the process would end.
  pool.on('connect', (client) => connected.add(client.on('error', () => undefined)))
  pool.on('remove', (client) => connected.delete(client))
  pool.on('error', (error) => onLost(toFailure(error)))
  const allClosed = async () => {
    while (connected.size > 0) await new Promise((resolve) => pool.once('remove', resolve))
  }
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await failing(pool.connect())
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    query: (statement) => failing(pool.query({ ...statement, values: (statement.values ?? []).map(storable) })),
    async end() {
      await pool.end()
      // It does not wait for the end of its connections, by which commands see that a service is running.
      await within(closeMs, allClosed())
    },
    options: config,
  }
}
