import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { newestFirst } from '#server/domain/takedown-order.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'

type Key =
  | { readonly kind: 'posting'; readonly id: number }
  | { readonly kind: 'order'; readonly id: number }
  | { readonly kind: 'consent'; readonly groupId: string; readonly platformId: number }

/** What an id of a takedown stands for: a recorded post, a revoked consent without one, or an order that outlived its group. */
export function takedownKey(takedownId: string): Key | undefined {
  const [kind, rest = ''] = takedownId.split(/\.(.*)/s)
  const end = rest.lastIndexOf('.')
  const id = idFrom(rest.slice(end + 1))
  if (id === undefined) return undefined
  if (kind === 'consent') return { kind, groupId: rest.slice(0, end), platformId: id }
  if (kind === 'posting') return { kind, id }
  return kind === 'order' ? { kind, id } : undefined
}

const takenDown = (at: string | null, by: string | null) => (at === null ? null : { at, by })

const partSize = 200

/** Orders of a group that is there follow from its revoked consents and its postings; the others are kept as such. */
export async function listTakedowns(db: Kysely<Tables>, filter: TakedownFilter): Promise<Takedown[]> {
  const found: Takedown[] = []
  for await (const part of walkTakedowns(db, filter)) found.push(...part)
  return found.sort(newestFirst)
}

export async function* walkTakedowns(db: Kysely<Tables>, filter: TakedownFilter): AsyncGenerator<Takedown[]> {
  const isWanted = ({ takenDown }: Takedown) => filter.done === undefined || filter.done === (takenDown !== null)
  // Groups first: one that is deleted meanwhile is then among those that were outlived.
  for await (const part of ofGroups(db, filter)) yield part.filter(isWanted)
  for await (const part of outlived(db, filter)) yield part.filter(isWanted)
}

type RevokedRow = Awaited<ReturnType<typeof revokedRows>>[number]

/** A part of the revoked consents, those behind `last`, with their postings. */
function revokedRows(db: Kysely<Tables>, { groupId }: TakedownFilter, last: ConsentKey | undefined) {
  const consents = db
    .selectFrom('group_social_media_consents')
    .selectAll()
    .where('revoked', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId ?? ''))
    .$if(last !== undefined, (query) => query.where((eb) => behind(eb, last as ConsentKey)))
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
    .orderBy('consent.group_id')
    .orderBy('consent.platform_id')
    .execute()
}

interface ConsentKey {
  readonly group_id: string
  readonly platform_id: number
}

const behind = (eb: ExpressionBuilder<Tables, 'group_social_media_consents'>, last: ConsentKey) =>
  eb(eb.refTuple('group_id', 'platform_id'), '>', eb.tuple(last.group_id, last.platform_id))

async function* ofGroups(db: Kysely<Tables>, filter: TakedownFilter): AsyncGenerator<Takedown[]> {
  let rows = await revokedRows(db, filter, undefined)
  while (rows.length > 0) {
    yield rows.map(toTakedown)
    rows = await revokedRows(db, filter, rows.at(-1))
  }
}

const toTakedown = (row: RevokedRow): Takedown => ({
  takedownId: row.posting_id === null ? `consent.${row.group_id}.${row.platform_id}` : `posting.${row.posting_id}`,
  groupId: row.group_id,
  groupName: row.name,
  title: row.title,
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  reason: 'revoked',
  url: row.url,
  revokedTimestamp: row.revoked_timestamp,
  takenDown:
    row.posting_id === null
      ? takenDown(row.taken_down_at, row.taken_down_by)
      : takenDown(row.posting_down_at, row.posting_down_by),
})

const orderRows = (db: Kysely<Tables>, { groupId }: TakedownFilter, lastId: number) =>
  db
    .selectFrom('takedowns as takedown')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'takedown.platform_id')
    .leftJoin('groups', 'groups.group_id', 'takedown.group_id')
    .selectAll('takedown')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .where('takedown.id', '>', lastId)
    .$if(groupId !== undefined, (query) => query.where('takedown.group_id', '=', groupId ?? ''))
    .orderBy('takedown.id')
    .limit(partSize)
    .execute()

async function* outlived(db: Kysely<Tables>, filter: TakedownFilter): AsyncGenerator<Takedown[]> {
  let rows = await orderRows(db, filter, 0)
  while (rows.length > 0) {
    yield rows.map(toOrder)
    rows = await orderRows(db, filter, rows.at(-1)?.id ?? 0)
  }
}

const toOrder = (row: Awaited<ReturnType<typeof orderRows>>[number]): Takedown => ({
  takedownId: `order.${row.id}`,
  groupId: row.group_id,
  groupName: row.name,
  title: row.title,
  platformId: row.platform_id,
  platformName: row.platform_name,
  displayName: row.display_name,
  reason: row.reason as Takedown['reason'],
  url: row.url,
  revokedTimestamp: row.ordered_at,
  takenDown: takenDown(row.done_at, row.done_by),
})
