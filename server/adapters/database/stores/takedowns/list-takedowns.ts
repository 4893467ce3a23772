import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { aboutScope } from '#server/adapters/database/stores/in-scope.ts'
import type { Tables, TakedownsTable } from '#server/adapters/database/tables.ts'
import { newestFirst } from '#server/domain/consents/takedown-order.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'
import { leftTakedown } from './our-website.ts'

type Key =
  | { readonly kind: 'posting'; readonly id: number }
  | { readonly kind: 'order'; readonly id: number }
  | { readonly kind: 'consent'; readonly groupId: string; readonly platformId: number }

/** What an id of a takedown refers to: a recorded post, a revoked consent without one, or an order that outlived its group. */
export function takedownKey(takedownId: string): Key | undefined {
  const [kind, rest = ''] = takedownId.split(/\.(.*)/s)
  const end = rest.lastIndexOf('.')
  const id = idFrom(rest.slice(end + 1))
  if (id === 0) return undefined
  if (kind === 'consent') return { kind, groupId: rest.slice(0, end), platformId: id }
  if (kind === 'posting') return { kind, id }
  return kind === 'order' ? { kind, id } : undefined
}

const takenDown = (at: string | null, by: string | null) => (at === null ? null : { at, by })

const partSize = 200

/** Orders of an existing group follow from its revoked consents and its postings; the others are stored. */
export async function listTakedowns(db: Kysely<Tables>, filter: TakedownFilter): Promise<Takedown[]> {
  return (await Array.fromAsync(walkTakedowns(db, filter))).flat()
}

/** A place in the order of the list. */
interface Place {
  readonly time: string
  readonly groupId: string
  readonly platformId: number
}

export async function* walkTakedowns(db: Kysely<Tables>, filter: TakedownFilter): AsyncGenerator<Takedown[]> {
  const isWanted = ({ takenDown }: Takedown) => filter.done === undefined || filter.done === (takenDown !== null)
  const orders = new OrderWalk(db, filter)
  let last: Place | undefined
  for (;;) {
    const revoked = await revokedRows(db, filter, last)
    last = placeOf(revoked.at(-1))
    // Read after the groups: one that is deleted meanwhile is then among the orders.
    for await (const part of orders.mergedWith(revoked.filter(isTakedown).map(toTakedown), last))
      yield part.filter(isWanted)
    if (last === undefined) return
  }
}

type RevokedRow = Awaited<ReturnType<typeof revokedRows>>[number]

const revokedAt = sql<string>`coalesce(revoked_timestamp, '')`
const orderedAt = sql<string>`coalesce(ordered_at, '')`

/** A part of the revoked consents, those behind `last`, with their postings. */
function revokedRows(db: Kysely<Tables>, { groupId, scope }: TakedownFilter, last: Place | undefined) {
  const consents = db
    .selectFrom('group_social_media_consents')
    .selectAll()
    // Written out, not as a parameter: so the index of the revoked ones is found.
    .where('revoked', '=', sql.lit(1))
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? ''))
    .$call(aboutScope(scope, 'group_social_media_consents.group_id'))
    .$call((query) => (last ? query.where(behind(revokedAt, boundaryOf(last))) : query))
    .orderBy(revokedAt, 'desc')
    .orderBy('group_id')
    .orderBy('platform_id')
    .limit(partSize)
  return db
    .selectFrom(consents.as('consent'))
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
    .innerJoin('groups', 'groups.group_id', 'consent.group_id')
    .leftJoin('postings as posting', (join) =>
      join.onRef('posting.group_id', '=', 'consent.group_id').onRef('posting.platform_id', '=', 'consent.platform_id'),
    )
    .selectAll('consent')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .select([
      'posting.id as posting_id',
      'posting.url',
      'posting.taken_down_at as posting_down_at',
      'posting.taken_down_by as posting_down_by',
    ])
    .orderBy(sql`coalesce(consent.revoked_timestamp, '')`, 'desc')
    .orderBy('consent.group_id')
    .orderBy('consent.platform_id')
    .orderBy('posting.id')
    .execute()
}

const placeOf = (row: RevokedRow | undefined): Place | undefined =>
  row && { time: row.revoked_timestamp ?? '', groupId: row.group_id, platformId: row.platform_id }

interface Boundary {
  readonly time: string
  /** Column → value, in the order of the list. */
  readonly key: Readonly<Record<string, string | number>>
}

const boundaryOf = ({ time, groupId, platformId }: Place): Boundary => ({
  time,
  key: { group_id: groupId, platform_id: platformId },
})

/** Rows on one side of a boundary, newest first. The first condition finds the boundary in the index. */
const side = (ofTime: '<' | '>', ofKey: '>' | '<=') => {
  const [compareTime, compareKey] = [sql.raw(ofTime), sql.raw(ofKey)]
  return (column: RawBuilder<string>, { time, key }: Boundary) => {
    const [columns, values] = [sql.join(Object.keys(key).map((name) => sql.ref(name))), sql.join(Object.values(key))]
    return sql<SqlBool>`${column} ${compareTime}= ${time}
      and (${column} ${compareTime} ${time} or (${columns}) ${compareKey} (${values}))`
  }
}
const behind = side('<', '>')
const upTo = side('>', '<=')

const isTakedown = (row: RevokedRow): boolean => row.posting_id !== null || leftTakedown(row)

/** The group and the post that a row is about. */
const subjectOf = (row: RevokedRow | OrderRow) => ({
  groupId: row.group_id,
  groupName: row.name,
  title: row.title,
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  url: row.url,
})

const toTakedown = (row: RevokedRow): Takedown => ({
  takedownId: row.posting_id === null ? `consent.${row.group_id}.${row.platform_id}` : `posting.${row.posting_id}`,
  ...subjectOf(row),
  reason: 'revoked',
  revokedTimestamp: row.revoked_timestamp,
  takenDown:
    row.posting_id === null
      ? takenDown(row.taken_down_at, row.taken_down_by)
      : takenDown(row.posting_down_at, row.posting_down_by),
})

/** A part of the orders behind `last`, none of them behind `end`. */
function orderRows(
  db: Kysely<Tables>,
  { groupId, scope }: TakedownFilter,
  { last, end }: { last: OrderPlace | undefined; end: Place | undefined },
) {
  const orders = db
    .selectFrom('takedowns')
    .selectAll()
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? ''))
    .$call(aboutScope(scope, 'takedowns.group_id'))
    .$call((query) => (last ? query.where(behind(orderedAt, boundaryOfOrder(last))) : query))
    .$call((query) => (end ? query.where(upTo(orderedAt, boundaryOf(end))) : query))
    .orderBy(orderedAt, 'desc')
    .orderBy('group_id')
    .orderBy('platform_id')
    .orderBy('id')
    .limit(partSize)
  return db
    .selectFrom(orders.as('takedown'))
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'takedown.platform_id')
    .leftJoin('groups', 'groups.group_id', 'takedown.group_id')
    .selectAll('takedown')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .orderBy(sql`coalesce(takedown.ordered_at, '')`, 'desc')
    .orderBy('takedown.group_id')
    .orderBy('takedown.platform_id')
    .orderBy('takedown.id')
    .execute()
}

type OrderPlace = Pick<Selectable<TakedownsTable>, 'ordered_at' | 'group_id' | 'platform_id' | 'id'>

const boundaryOfOrder = ({ ordered_at, group_id, platform_id, id }: OrderPlace): Boundary => ({
  time: ordered_at ?? '',
  key: { group_id, platform_id, id },
})

/** Goes through the orders of deleted groups and images beside the takedowns of existing groups. */
class OrderWalk {
  readonly #db: Kysely<Tables>
  readonly #filter: TakedownFilter
  #last: OrderPlace | undefined

  constructor(db: Kysely<Tables>, filter: TakedownFilter) {
    this.#db = db
    this.#filter = filter
  }

  /** These takedowns and the orders up to `end`, newest first, in parts; without `end` all that are left. */
  async *mergedWith(takedowns: readonly Takedown[], end: Place | undefined): AsyncGenerator<Takedown[]> {
    let waiting = takedowns
    for (;;) {
      const rows = await orderRows(this.#db, this.#filter, { last: this.#last, end })
      this.#last = rows.at(-1) ?? this.#last
      const merged = [...waiting, ...rows.map(toOrder)].sort(newestFirst)
      // Further orders may come before what is behind the last one.
      const done = rows.length < partSize ? merged.length : merged.findLastIndex(isOrder) + 1
      yield merged.slice(0, done)
      waiting = merged.slice(done)
      if (rows.length < partSize) return
    }
  }
}

const isOrder = ({ takedownId }: Takedown) => takedownId.startsWith('order.')

type OrderRow = Awaited<ReturnType<typeof orderRows>>[number]

const toOrder = (row: OrderRow): Takedown => ({
  takedownId: `order.${row.id}`,
  ...subjectOf(row),
  reason: row.reason,
  revokedTimestamp: row.ordered_at,
  takenDown: takenDown(row.done_at, row.done_by),
})
