import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { StoreContext } from './context.ts'
import type { Condition } from './group-filter.ts'

/** Looked at in some milliseconds. */
const groupsAtOnce = 5_000

interface Place {
  readonly upload_date: string
  readonly group_id: string
}

/** How many groups meet a condition. An embedded database blocks all other requests during a query, so it counts part by part. */
export async function countGroups({ db, engine }: StoreContext, condition: Condition): Promise<number> {
  const matching = db
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(condition)
  if (!engine.exclusive) return Number((await matching.executeTakeFirstOrThrow()).count)
  let count = 0
  let first = await nextPlace(db, undefined)
  while (first !== undefined) {
    const end = await nextPlace(db, first)
    const part = await matching
      .where((eb) =>
        eb(eb.refTuple('upload_date', 'group_id'), '>=', eb.tuple(first?.upload_date ?? '', first?.group_id ?? '')),
      )
      .$if(end !== undefined, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('upload_date', 'group_id'), '<', eb.tuple(end?.upload_date ?? '', end?.group_id ?? '')),
        ),
      )
      .executeTakeFirstOrThrow()
    count += Number(part.count)
    first = end
    await setImmediate()
  }
  return count
}

/** The first place, or the one `groupsAtOnce` behind another. */
const nextPlace = (db: Kysely<Tables>, from: Place | undefined): Promise<Place | undefined> =>
  db
    .selectFrom('groups')
    .select(['upload_date', 'group_id'])
    .$if(from !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('upload_date', 'group_id'), '>=', eb.tuple(from?.upload_date ?? '', from?.group_id ?? '')),
      ),
    )
    .orderBy('upload_date')
    .orderBy('group_id')
    .limit(1)
    .offset(from === undefined ? 0 : groupsAtOnce)
    .executeTakeFirst()
