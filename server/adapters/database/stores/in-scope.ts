import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { inAllChunks } from './queries.ts'

/** Nothing where the scope is all: those queries stay what they are. */
function restricting(scope: GroupScope, place: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  if (scope === 'all') return undefined
  const { exhibitionIds: ids } = scope
  return ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${place} in (${sql.join(ids)})`
}

type Restricted<Query> = Query & { where(condition: RawBuilder<SqlBool>): Query }
const applied = <Query>(query: Restricted<Query>, condition: RawBuilder<SqlBool> | undefined): Query =>
  condition === undefined ? query : query.where(condition)

/** The rows whose `column` names an exhibition of the scope. */
export const inScope =
  (scope: GroupScope, column: string) =>
  <Query>(query: Restricted<Query>): Query =>
    applied(query, restricting(scope, sql.ref(column)))

/** Where the group of a row is, or was when it was deleted: what outlives a group stays with its exhibition. */
const placeOf = (column: string) => {
  const groupId = sql.ref(column)
  return sql`coalesce(
    (select home.exhibition_id from groups as home where home.group_id = ${groupId}),
    (select gone.exhibition_id from deletion_log as gone where gone.group_id = ${groupId} order by gone.id desc limit 1))`
}

/** The rows whose `column` is the id of a group of the scope. */
export const aboutScope =
  (scope: GroupScope, column: string) =>
  <Query>(query: Restricted<Query>): Query =>
    applied(query, restricting(scope, placeOf(column)))

/** The same as `inScope` for a condition among others; undefined for all. */
export const exhibitionIn = (scope: GroupScope, column: string): RawBuilder<SqlBool> | undefined =>
  restricting(scope, sql.ref(column))

/** By group id; deleted groups included. */
export async function exhibitionsOf(db: Kysely<Tables>, groupIds: readonly string[]): Promise<Map<string, number>> {
  const rows = (table: 'deletion_log' | 'groups') => db.selectFrom(table).select(['group_id', 'exhibition_id'])
  const gone = await inAllChunks(groupIds, (part) => rows('deletion_log').where('group_id', 'in', part).orderBy('id'))
  const home = await inAllChunks(groupIds, (part) => rows('groups').where('group_id', 'in', part))
  return new Map([...gone, ...home].map((row) => [row.group_id, row.exhibition_id]))
}
