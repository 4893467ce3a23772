import { setImmediate } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { Condition } from './group-filter.ts'
import { inScope } from './in-scope.ts'
import { besidePlace, type TimePlace } from './list-order.ts'
import { count, type StoreContext } from './queries.ts'

/** Looked at in some milliseconds. */
const groupsAtOnce = 5_000

/** How many groups meet a condition. An embedded database blocks all other requests during a query, so it counts part by part. */
export async function countGroups(
  { db, engine }: StoreContext,
  scope: GroupScope,
  condition: Condition,
): Promise<number> {
  const inside = db.selectFrom('groups').$call(inScope(scope, 'groups.exhibition_id'))
  const matching = inside.where(condition)
  if (!engine.exclusive) return count(matching)
  let counted = 0
  let from = await nextPlace(inside, undefined)
  while (from !== undefined) {
    const end = await nextPlace(inside, from)
    const rest = matching.where(besidePlace(from, '>='))
    counted += await count(end === undefined ? rest : rest.where(besidePlace(end, '<')))
    from = end
    await setImmediate()
  }
  return counted
}

type Groups = SelectQueryBuilder<Tables, 'groups', object>

/** The first place, or the one `groupsAtOnce` behind another. */
function nextPlace(groups: Groups, from: TimePlace | undefined): Promise<TimePlace | undefined> {
  const places = groups.select(['upload_date as time', 'group_id as groupId'])
  const next = from === undefined ? places : places.where(besidePlace(from, '>=')).offset(groupsAtOnce)
  return next.orderBy('upload_date').orderBy('group_id').limit(1).executeTakeFirst()
}
