import { setImmediate } from 'node:timers/promises'
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { searchTerms } from '#server/domain/text/fold.ts'
import { type GroupFilter, maxSearchCount, type Page } from '#server/ports/moderation-reads.ts'
import { type Condition, matching, neededConsents } from './group-filter.ts'
import { type ListPosition, positions } from './list-order.ts'
import { inAllChunks, type StoreContext } from './queries.ts'

/** The groups a filter lets through. */
export interface Matches {
  readonly condition: Condition
  /** Known for a search; more than `maxSearchCount` count as that many. */
  readonly count?: number
  /** Of very many matches: the ids of a page; undefined where the condition finds them as well. */
  readonly pageOf?: (page: Page) => Promise<string[] | undefined>
}

/** Each takes some milliseconds. */
const matchesAtOnce = 200
const rowsAtOnce = 1_000
const fewRows = 100
const indexedSteps = 6
/** A match by the index costs as much as reading this many rows. */
const rowsPerMatch = 40

const none: Matches = { condition: (eb) => eb.lit(false), count: 0 }

/**
 * A search with few matches becomes a list of ids. With many, a page goes through the groups in their order and looks at
 * each until it is full: to collect and sort them all would take seconds.
 */
export async function matchesOf(context: StoreContext, given: GroupFilter): Promise<Matches> {
  const few = await groupsOfFewConsents(context, given)
  const filter = few === undefined ? given : { ...given, groupIds: intersection(few, given.groupIds) }
  const condition = matching(filter)
  if (filter.groupIds?.length === 0) return none
  if (filter.search === undefined) return { condition }
  const terms = searchTerms(filter.search)
  if (terms.length === 0) return none
  const groupIds = await foundIds(context, terms, filter)
  if (groupIds.length === 0) return none
  if (groupIds.length <= maxSearchCount) {
    return { condition: (eb) => eb('groups.group_id', 'in', groupIds), count: groupIds.length }
  }
  return {
    condition: (eb) => eb.and([condition(eb), containing(context, terms)(eb)]),
    count: maxSearchCount,
    pageOf: (page) => searchedPage(context, { filter, terms, page }),
  }
}

const intersection = (one: readonly string[], other: readonly string[] = one): string[] =>
  one.filter((groupId) => other.includes(groupId))

/** If consents select few groups, they are found first: otherwise a page would read all groups. undefined: there are many. */
async function groupsOfFewConsents({ db }: StoreContext, filter: GroupFilter): Promise<string[] | undefined> {
  const platformIds = neededConsents(filter)
  if (platformIds === undefined) return undefined
  if (platformIds.length === 0) return []
  const rows = await db
    .selectFrom('group_social_media_consents')
    .select('group_id')
    .where('platform_id', 'in', platformIds)
    // Written out, not as parameters: so the index of the consents in force is found.
    .where('consented', '=', sql.lit(1 as const))
    .where('revoked', '=', sql.lit(0 as const))
    .limit(maxSearchCount + 1)
    .execute()
  return rows.length > maxSearchCount ? undefined : [...new Set(rows.map((row) => row.group_id))]
}

/**
 * The ids of a page of many matches. An embedded database blocks all other requests during a query, so it reads the groups
 * part by part, in the order of the list, until the page is full. undefined: in one statement.
 */
async function searchedPage(
  context: StoreContext,
  { filter, terms, page }: { filter: GroupFilter; terms: readonly string[]; page: Page },
): Promise<string[] | undefined> {
  const { limit } = page
  if (!context.engine.search.next || limit === undefined || limit > maxSearchCount) return undefined
  return searchedPlaces(context, { filter, terms, page: { ...page, limit } })
}

async function searchedPlaces(
  { db, engine }: StoreContext,
  { filter, terms, page }: { filter: GroupFilter; terms: readonly string[]; page: Page & { readonly limit: number } },
): Promise<string[]> {
  const { limit, offset = 0, order } = page
  // Consents are looked up step by step: one statement would read all groups to find rare ones.
  const { platform: _, anyConsent: __, ...withoutConsents } = filter
  const found: string[] = []
  let after: ListPosition | undefined = page.after
  // A common term fills the page soon.
  for (let rows = fewRows; found.length < offset + limit; rows = Math.min(rowsAtOnce, rows * 2)) {
    const next = await positions(db, matching(withoutConsents), { limit: rows, order, after })
    found.push(...(await containingAmong({ db, engine }, { filter, terms }, next)))
    after = next.at(-1)
    if (next.length < rows) break
    await setImmediate()
  }
  return found.slice(offset, offset + limit)
}

async function containingAmong(
  { db, engine }: Pick<StoreContext, 'db' | 'engine'>,
  { filter, terms }: { filter: GroupFilter; terms: readonly string[] },
  groups: readonly ListPosition[],
): Promise<string[]> {
  const groupIds = groups.map(({ groupId }) => groupId)
  const containing = db.selectFrom('group_search').select('group_id').where(engine.search.direct(terms))
  const rows = await inAllChunks(groupIds, (part) => containing.where('group_id', 'in', part))
  const candidates = rows.map((row) => row.group_id)
  const found = new Set(await matchingAmong(db, candidates, filter))
  return groupIds.filter((groupId) => found.has(groupId))
}

/** One more than are counted says that there are more. */
async function foundIds(context: StoreContext, terms: readonly string[], filter: GroupFilter): Promise<string[]> {
  const { search } = context.engine
  if (search.next) return foundInSteps(context, terms, filter)
  const direct = sql`
    from group_search inner join groups on groups.group_id = group_search.group_id where ${search.direct(terms)}`
  const { rows } = await sql<{ group_id: string }>`
    select groups.group_id ${(await search.indexed(context.db, terms)) ?? direct}
      and ${matching(filter)(expressionBuilder<Tables, 'groups'>())} limit ${sql.lit(maxSearchCount + 1)}`.execute(
    context.db,
  )
  return rows.map((row) => row.group_id)
}

/** Whether so many of the newest groups have the terms that the rows themselves are faster than the index. */
async function areCommon({ db, engine }: StoreContext, terms: readonly string[]): Promise<boolean> {
  const newest = db.selectFrom('group_search').selectAll().orderBy('id', 'desc').limit(rowsAtOnce)
  const { count } = await db
    .selectFrom(newest.as('group_search'))
    .select(({ fn }) => fn.countAll().as('count'))
    .where(engine.search.direct(terms))
    .executeTakeFirstOrThrow()
  return Number(count) * rowsPerMatch >= rowsAtOnce
}

/** Other requests run between two steps. */
async function foundInSteps(context: StoreContext, terms: readonly string[], filter: GroupFilter): Promise<string[]> {
  const isNarrow = filter.changed === true || filter.groupIds !== undefined
  const isCommon = await areCommon(context, terms)
  // The groups of the filter are looked at: few of them, or few until there are enough.
  if (isNarrow && isCommon) return searchedPlaces(context, { filter, terms, page: { limit: maxSearchCount + 1 } })
  const found: string[] = []
  for await (const groupIds of matchesInSteps(context, { terms, isCommon })) {
    found.push(...(await matchingAmong(context.db, groupIds, filter)))
    if (found.length > maxSearchCount) break
    await setImmediate()
  }
  return found
}

/** The groups among these that the filter lets through, whatever it searches for. */
async function matchingAmong(
  db: StoreContext['db'],
  groupIds: readonly string[],
  filter: GroupFilter,
): Promise<string[]> {
  const condition = matching(filter)
  // A selected column, not a condition: with a condition the planner would read every group of the filter.
  const groups = db.selectFrom('groups').select((eb) => ['group_id', sql<SqlBool>`${condition(eb)}`.as('matches')])
  const rows = await inAllChunks(groupIds, (part) => groups.where('group_id', 'in', part))
  return rows.filter(({ matches }) => matches).map((row) => row.group_id)
}

/** Uses the index while there are few matches; a term in very many groups is found faster in the rows. */
async function* matchesInSteps(
  { db, engine }: StoreContext,
  { terms, isCommon }: { terms: readonly string[]; isCommon: boolean },
): AsyncGenerator<string[]> {
  const steps = isCommon ? 0 : indexedSteps
  let after = 0
  for (let step = 0; step < steps; step++) {
    const next = engine.search.next?.(terms, { after, limit: matchesAtOnce })
    const { rows = [] } = (await next?.execute(db)) ?? {}
    yield rows.map((row) => row.group_id)
    if (rows.length < matchesAtOnce) return
    after = rows.at(-1)?.id ?? after
  }
  const last = (await db.selectFrom('group_search').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id
  for (; after < (last ?? 0); after += rowsAtOnce) {
    const rows = await db
      .selectFrom('group_search')
      .select('group_id')
      .where('id', '>', after)
      .where('id', '<=', after + rowsAtOnce)
      .where(engine.search.direct(terms))
      .execute()
    yield rows.map((row) => row.group_id)
  }
}

const containing =
  ({ engine }: StoreContext, terms: readonly string[]): Condition =>
  (eb) =>
    eb.exists(
      eb
        .selectFrom('group_search')
        .select('group_search.id')
        .whereRef('group_search.group_id', '=', 'groups.group_id')
        .where(engine.search.direct(terms)),
    )
