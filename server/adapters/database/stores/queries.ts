import { type AliasedRawBuilder, sql } from 'kysely'

interface Query<Row> {
  readonly execute: () => Promise<Row[]>
}
interface Deletion {
  readonly executeTakeFirst: () => Promise<{ readonly numDeletedRows: bigint }>
}
interface Update {
  readonly executeTakeFirst: () => Promise<{ readonly numUpdatedRows: bigint }>
}
type Count = AliasedRawBuilder<number, 'count'>
interface Countable {
  readonly select: (selections: readonly Count[]) => Query<Readonly<Record<string, unknown>>>
}

export async function run(statement: Query<unknown>): Promise<void> {
  await statement.execute()
}

export const all = async <Row, T>(query: Query<Row>, map: (row: Row) => T): Promise<T[]> =>
  (await query.execute()).map((row) => map(row))

export async function first<Row, T>(query: Query<Row>, map: (row: Row) => T): Promise<T | undefined> {
  const [row] = await query.execute()
  return row && map(row)
}

export const exists = async (query: Query<unknown>): Promise<boolean> => (await query.execute()).length > 0

/** Of a query that selects nothing yet. */
export const count = async (query: Countable): Promise<number> =>
  Number((await query.select([sql<number>`count(*)`.as('count')]).execute())[0]?.count)

export const deletedRows = async (deletion: Deletion): Promise<number> =>
  Number((await deletion.executeTakeFirst()).numDeletedRows)

export const updatedRows = async (update: Update): Promise<number> =>
  Number((await update.executeTakeFirst()).numUpdatedRows)
