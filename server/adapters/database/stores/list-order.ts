import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { Group } from '#server/domain/group.ts'
import type { Page } from '#server/ports/moderation-reads.ts'
import type { Condition } from './group-filter.ts'

type Order = Page['order']
type Groups = ExpressionBuilder<Tables, 'groups'>

/** What determines the place of a group in a list. */
export type ListPosition = Pick<Group, 'groupId' | 'uploadDate' | 'firstApprovedAt'>

/** 0 for groups that the cleanup will delete, 1 for all others; as the index of the deadlines has it. */
const rank = sql<number>`case when ${sql.ref('groups.first_approved_at')} is null then 0 else 1 end`

const inRankOrder =
  (order: Order) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) => {
    const direction = order === 'deadline' ? 'asc' : 'desc'
    return query.orderBy(sql.ref('groups.upload_date'), direction).orderBy(sql.ref('groups.group_id'), direction)
  }

/** For `$call`: the order of a list, for any query with the columns of `groups`. */
export const inOrder =
  (order: Order) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    inRankOrder(order)(order === 'deadline' ? query.orderBy(rank) : query)

const behindInRank = ({ uploadDate, groupId }: Pick<ListPosition, 'uploadDate' | 'groupId'>, order: Order) =>
  besidePlace({ time: uploadDate, groupId }, order === 'deadline' ? '>' : '<')

/** The groups behind one, in the order of the list. */
export const behind = (after: ListPosition, order: Order) => (eb: Groups) => {
  const next = behindInRank(after, order)(eb)
  if (order !== 'deadline') return next
  const last = after.firstApprovedAt === null ? 0 : 1
  return eb.or([eb(rank, '>', last), eb.and([eb(rank, '=', last), next])])
}

interface NextPositions {
  readonly limit: number
  readonly order: Order
  readonly after: ListPosition | undefined
}

/** The positions of up to `limit` groups, in the order of the list. */
export async function positions(
  db: Kysely<Tables>,
  condition: Condition,
  next: NextPositions,
): Promise<ListPosition[]> {
  if (next.order !== 'deadline') return positionsInRank(db, condition, next)
  // One statement for each rank: both in one would read the index from its beginning.
  const { limit, after } = next
  const ranked = (value: 0 | 1) => (eb: Groups) => eb.and([condition(eb), eb(rank, '=', eb.lit(value))])
  const never = after?.firstApprovedAt ? [] : await positionsInRank(db, ranked(0), next)
  if (never.length === limit) return never
  const last = after?.firstApprovedAt ? after : undefined
  return [...never, ...(await positionsInRank(db, ranked(1), { ...next, limit: limit - never.length, after: last }))]
}

function positionsInRank(db: Kysely<Tables>, condition: Condition, { limit, order, after }: NextPositions) {
  const all = db
    .selectFrom('groups')
    .select(['group_id as groupId', 'upload_date as uploadDate', 'first_approved_at as firstApprovedAt'])
    .where(condition)
  const next = after === undefined ? all : all.where(behindInRank(after, order))
  return next.$call(inRankOrder(order)).limit(limit).execute()
}

/** A group's place in the order of a time and the id. */
export interface TimePlace {
  readonly time: string
  readonly groupId: string
}

/** The groups on one side of a place, which an index finds. */
export const besidePlace =
  (
    { time, groupId }: TimePlace,
    side: '<' | '>' | '>=' = '>',
    column: 'upload_date' | 'first_approved_at' = 'upload_date',
  ) =>
  (eb: ExpressionBuilder<Tables, 'groups'>) =>
    eb(eb.refTuple(`groups.${column}`, 'groups.group_id'), side, eb.tuple(time, groupId))
