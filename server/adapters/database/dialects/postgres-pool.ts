import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, type QueryResult, types } from 'pg'
import { toFailure } from './postgres-failures.ts'

/** Wide integers and sums as numbers: none here exceeds 2^53. */
const asNumber = new Set([types.builtins.INT8, types.builtins.NUMERIC])
const getTypeParser: NonNullable<PoolConfig['types']>['getTypeParser'] = (id, format) =>
  asNumber.has(id as number) && format !== 'binary' ? Number : types.getTypeParser(id, format as 'text')

/** Values that the server cannot hold equal none that it holds: a read finds nothing instead of failing. */
function storable(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '\ufffd')
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return Math.sign(value as number) * Number.MAX_SAFE_INTEGER
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
  const query: unknown = (sql: string, values: readonly unknown[]) => failing(client.query(sql, values.map(storable)))
  // Streams are not used: only the form with a promise is offered.
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

export interface ConnectionPool extends PostgresPool {
  /** One statement on any connection. */
  query<R extends object>(statement: { text: string; values?: readonly unknown[] }): Promise<QueryResult<R>>
}

/** Connections that parse values as the stores expect them and fail as the port says. */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): ConnectionPool {
  const pool = new Pool({ ...config, types: { getTypeParser } })
  // A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
  pool.on('error', onLost)
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await failing(pool.connect())
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    query: ({ text, values = [] }) => failing(pool.query(text, values.map(storable))),
    end: () => pool.end(),
    options: config,
  }
}
