import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { aboutScope } from '#server/adapters/database/stores/in-scope.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'

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

const partSize = 200

/** Orders of an existing group follow from its revoked consents and its postings; the others are stored. */
export async function listTakedowns(db: Kysely<Tables>, filter: TakedownFilter): Promise<Takedown[]> {
  return (await Array.fromAsync(walkTakedowns(db, filter))).flat()
}

export async function* walkTakedowns(db: Kysely<Tables>, filter: TakedownFilter): AsyncGenerator<Takedown[]> {
  const isWanted = ({ takenDown }: Takedown) => filter.done === undefined || filter.done === (takenDown !== null)
  let last: Row | undefined
  do {
    const rows: Row[] = await rowsBehind(db, filter, last)
    yield rows.map(toTakedown).filter(isWanted)
    last = rows.length < partSize ? undefined : rows.at(-1)
  } while (last)
}

interface Place {
  readonly group_id: string
  readonly platform_id: number
  readonly kind: Key['kind']
  readonly id: number
  readonly ordered_at: string | null
}

interface ListOrder {
  readonly time: RawBuilder<string>
  /** What distinguishes takedowns of one time. */
  readonly key: readonly RawBuilder<unknown>[]
  readonly last: Place | undefined
}

/** For `$call`: the next part of a list, newest first. The first condition finds its beginning in the index. */
const partOf =
  ({ time, key, last }: ListOrder) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) => {
    const first = key.reduce((sorted, column) => sorted.orderBy(column), query.orderBy(time, 'desc')).limit(partSize)
    if (last === undefined) return first
    const at = last.ordered_at ?? ''
    const place = sql.join([last.group_id, last.platform_id, last.kind, last.id])
    return first.where(sql<SqlBool>`${time} <= ${at} and (${time} < ${at} or (${sql.join(key)}) > (${place}))`)
  }

/** Takedowns of revoked consents: one for each recorded post, or for the consent where something else may be left. */
function ofConsents(db: Kysely<Tables>, { groupId, scope }: TakedownFilter, last: Place | undefined) {
  const kind = sql<Key['kind']>`case when posting.id is null then 'consent' else 'posting' end`
  const id = sql<number>`coalesce(posting.id, 0)`
  const key = [sql.ref('consent.group_id'), sql.ref('consent.platform_id'), kind, id]
  return (
    db
      .selectFrom('group_social_media_consents as consent')
      .leftJoin('postings as posting', (join) =>
        join
          .onRef('posting.group_id', '=', 'consent.group_id')
          .onRef('posting.platform_id', '=', 'consent.platform_id'),
      )
      .select([kind.as('kind'), id.as('id'), 'consent.group_id', 'consent.platform_id', 'posting.url'])
      .select([sql<Takedown['reason']>`'revoked'`.as('reason'), 'consent.revoked_timestamp as ordered_at'])
      .select(({ eb }) => {
        const isPost = eb.case().when('posting.id', 'is not', null)
        return [
          isPost.then(eb.ref('posting.taken_down_at')).else(eb.ref('consent.taken_down_at')).end().as('done_at'),
          isPost.then(eb.ref('posting.taken_down_by')).else(eb.ref('consent.taken_down_by')).end().as('done_by'),
        ]
      })
      // Written out, not as a parameter: so the index of the revoked ones is found.
      .where('consent.revoked', '=', sql.lit(1 as const))
      .where(({ or, eb }) => or([eb('posting.id', 'is not', null), leftTakedown]))
      .$if(groupId !== undefined, (query) => query.where('consent.group_id', '=', groupId ?? ''))
      .$call(aboutScope(scope, 'consent.group_id'))
      .$call(partOf({ time: sql`coalesce(consent.revoked_timestamp, '')`, key, last }))
  )
}

/** Whether a withdrawn consent left something to take down: it was not done in the moment of the withdrawal. */
const leftTakedown = sql<SqlBool>`(consent.taken_down_at is null or consent.taken_down_by is not null
  or consent.taken_down_at is distinct from consent.revoked_timestamp)`

/** Those of deleted groups and images. */
function ofOrders(db: Kysely<Tables>, { groupId, scope }: TakedownFilter, last: Place | undefined) {
  const kind = sql<Key['kind']>`cast('order' as text)`
  const key = [sql.ref('group_id'), sql.ref('platform_id'), kind, sql.ref('id')]
  return db
    .selectFrom('takedowns')
    .select([kind.as('kind'), 'id', 'group_id', 'platform_id', 'url', 'reason', 'ordered_at', 'done_at', 'done_by'])
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? ''))
    .$call(aboutScope(scope, 'takedowns.group_id'))
    .$call(partOf({ time: sql`coalesce(ordered_at, '')`, key, last }))
}

type Row = Awaited<ReturnType<typeof rowsBehind>>[number]

/** In one statement: a group that is deleted meanwhile is among the one or the other. */
function rowsBehind(db: Kysely<Tables>, filter: TakedownFilter, last: Place | undefined) {
  const consents = db.selectFrom(ofConsents(db, filter, last).as('consent')).selectAll()
  const orders = db.selectFrom(ofOrders(db, filter, last).as('stored')).selectAll()
  const key = ['group_id', 'platform_id', 'kind', 'id'].map((column) => sql.ref(`takedown.${column}`))
  return db
    .selectFrom(consents.unionAll(orders).as('takedown'))
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'takedown.platform_id')
    .leftJoin('groups', 'groups.group_id', 'takedown.group_id')
    .selectAll('takedown')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .$call(partOf({ time: sql`coalesce(takedown.ordered_at, '')`, key, last: undefined }))
    .execute()
}

const toTakedown = (row: Row): Takedown => ({
  takedownId: row.kind === 'consent' ? `consent.${row.group_id}.${row.platform_id}` : `${row.kind}.${row.id}`,
  groupId: row.group_id,
  groupName: row.name,
  title: row.title,
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  url: row.url,
  reason: row.reason,
  revokedTimestamp: row.ordered_at,
  takenDown: row.done_at === null ? null : { at: row.done_at, by: row.done_by },
})
