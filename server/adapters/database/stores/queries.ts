import { type AliasedRawBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'

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

/** What a query finds, by group. */
export async function byGroup<Row extends { readonly group_id: string }, T>(query: Query<Row>, map: (row: Row) => T) {
  const rows = Map.groupBy(await query.execute(), (row): string => row.group_id)
  return (groupId: string): T[] => (rows.get(groupId) ?? []).map((row) => map(row))
}

export const exists = async (query: Query<unknown>): Promise<boolean> => (await query.execute()).length > 0

/** Of a query that selects nothing yet. */
export const count = async (query: Countable): Promise<number> =>
  Number((await query.select([sql<number>`count(*)`.as('count')]).execute())[0]?.count)

export const deletedRows = async (deletion: Deletion): Promise<number> =>
  Number((await deletion.executeTakeFirst()).numDeletedRows)

export const updatedRows = async (update: Update): Promise<number> =>
  Number((await update.executeTakeFirst()).numUpdatedRows)

/** What a store works with: the connection or transaction, and where to note what is to follow. */
export interface StoreContext {
  readonly db: Kysely<Tables>
  readonly engine: Engine
  readonly changed: (groupId: string) => unknown
  /** A group of the exhibition was moved. */
  readonly moved: (exhibitionId: number) => unknown
  /** A notification was added. */
  readonly queued: () => void
  /** A withdrawal was added. */
  readonly withdrew: (kind: WithdrawalKind) => void
  /** A member of the team makes the change. */
  readonly audited: (entry: AdminAuditEntry) => void
}

/** An offset needs a limit beside it. */
export const noLimit = 2 ** 31 - 1

/** Engines limit the parameters of a statement; a longer list is asked for in parts. */
export const inChunks = <T>(items: readonly T[], size = 500) => chunksOf(items, size)

/** What a query finds for all parts of such a list. */
export async function inAllChunks<T, Row>(items: readonly T[], query: (part: T[]) => Query<Row>): Promise<Row[]> {
  const found: Row[] = []
  for (const part of inChunks(items)) found.push(...(await query(part).execute()))
  return found
}
