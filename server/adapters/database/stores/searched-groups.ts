import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { searchTerms } from '#server/domain/text/fold.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import { maxSearchCount } from '#server/ports/moderation-reads.ts'
import type { StoreContext } from './context.ts'
import { matching } from './group-filter.ts'

type Groups = ExpressionBuilder<Tables, 'groups'>
export type Condition = (eb: Groups) => Expression<SqlBool>

/** The groups a filter lets through. */
export interface Matches {
  readonly condition: Condition
  /** Known for a search; more than `maxSearchCount` count as that many. */
  readonly count?: number
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
  }
}

/** One more than are counted says that there are more. */
async function foundIds({ db, engine }: StoreContext, terms: readonly string[], condition: Condition) {
  const { rows } = await sql<{ group_id: string }>`
    select groups.group_id ${engine.search.indexed(terms)}
      and ${condition(expressionBuilder<Tables, 'groups'>())} limit ${sql.lit(maxSearchCount + 1)}`.execute(db)
  return rows.map((row) => row.group_id)
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
