import { setImmediate } from 'node:timers/promises'
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { IdRange } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { searchTerms } from '#server/domain/text/fold.ts'
import type { GroupFilter, Page } from '#server/ports/moderation-reads.ts'
import { maxSearchCount } from '#server/ports/moderation-reads.ts'
import { inParts, type StoreContext } from './context.ts'
import { matching } from './group-filter.ts'
import { type Place, places } from './listed-groups.ts'

type Groups = ExpressionBuilder<Tables, 'groups'>
export type Condition = (eb: Groups) => Expression<SqlBool>

/** The groups a filter lets through. */
export interface Matches {
  readonly condition: Condition
  /** Known for a search; more than `maxSearchCount` count as that many. */
  readonly count?: number
  /** Of very many matches: the ids of a page; undefined where the condition finds them as well. */
  readonly pageOf?: (page: Page) => Promise<string[] | undefined>
}

const none: Matches = { condition: (eb) => eb.lit(false), count: 0 }

/**
 * A search with few matches becomes a list of ids. With many, a page goes through the groups in their order and looks at
 * each until it is full: to collect and sort them all would take seconds.
 */
export async function matchesOf(context: StoreContext, filter: GroupFilter): Promise<Matches> {
  const condition = matching(filter)
  if (filter.search === undefined) return { condition }
  const terms = searchTerms(filter.search)
  if (terms.length === 0) return none
  const groupIds = await foundIds(context, terms, condition)
  if (groupIds.length === 0) return none
  if (groupIds.length <= maxSearchCount) {
    return { condition: (eb) => eb('groups.group_id', 'in', groupIds), count: groupIds.length }
  }
  return {
    condition: (eb) => eb.and([condition(eb), containing(context, terms)(eb)]),
    count: maxSearchCount,
    pageOf: (page) => searchedPage(context, { condition, terms, page }),
  }
}

/**
 * The ids of a page of many matches. An embedded database answers nobody else meanwhile: it looks at some groups after the
 * other, in the order of the list, until the page is full. undefined: in one statement.
 */
async function searchedPage(
  { db, engine }: StoreContext,
  { condition, terms, page }: { condition: Condition; terms: readonly string[]; page: Page },
): Promise<string[] | undefined> {
  const { limit, offset = 0, order } = page
  const { rowsAtOnce } = engine.search
  if (rowsAtOnce === undefined || limit === undefined || limit > maxSearchCount) return undefined
  const found: string[] = []
  let after: Place | undefined = page.after
  while (found.length < offset + limit) {
    const next = await places(db, condition, { limit: rowsAtOnce, order, after })
    found.push(...(await containingAmong({ db, engine }, terms, next)))
    after = next.at(-1)
    if (next.length < rowsAtOnce) break
    await setImmediate()
  }
  return found.slice(offset, offset + limit)
}

async function containingAmong(
  { db, engine }: Pick<StoreContext, 'db' | 'engine'>,
  terms: readonly string[],
  groups: readonly Place[],
): Promise<string[]> {
  const matching = new Set<string>()
  for (const part of inParts(groups.map(({ groupId }) => groupId))) {
    const rows = await db
      .selectFrom('group_search')
      .select('group_id')
      .where('group_id', 'in', part)
      .where(engine.search.direct(terms))
      .execute()
    for (const row of rows) matching.add(row.group_id)
  }
  return groups.flatMap(({ groupId }) => (matching.has(groupId) ? [groupId] : []))
}

/** One more than are counted says that there are more. */
async function foundIds(context: StoreContext, terms: readonly string[], condition: Condition) {
  const { db, engine } = context
  const found: string[] = []
  for await (const range of rowRanges(context)) {
    const { rows } = await sql<{ group_id: string }>`
      select groups.group_id ${engine.search.indexed(terms, range)}
        and ${condition(expressionBuilder<Tables, 'groups'>())}
      limit ${sql.lit(maxSearchCount + 1 - found.length)}`.execute(db)
    for (const { group_id } of rows) found.push(group_id)
    if (found.length > maxSearchCount) break
  }
  return found
}

/** An embedded database answers nobody else meanwhile: it looks at some rows after the other. */
async function* rowRanges({ db, engine }: StoreContext): AsyncGenerator<IdRange | undefined> {
  const { rowsAtOnce } = engine.search
  if (rowsAtOnce === undefined) return yield undefined
  const ends = await db
    .selectFrom('group_search')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst()
  for (let first = 1; first <= (ends?.last ?? 0); first += rowsAtOnce) {
    yield { first, last: first + rowsAtOnce - 1 }
    await setImmediate()
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
