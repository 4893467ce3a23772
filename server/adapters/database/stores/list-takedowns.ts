import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
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

/** Orders of a group that is there follow from its revoked consents and its postings; the others are kept as such. */
export async function listTakedowns(db: Kysely<Tables>, filter: TakedownFilter): Promise<Takedown[]> {
  const found = [...(await ofGroups(db, filter)), ...(await outlived(db, filter))]
  return found
    .filter((takedown) => filter.done === undefined || filter.done === (takedown.takenDown !== null))
    .sort(
      (a, b) =>
        compare(b.revokedTimestamp ?? '', a.revokedTimestamp ?? '') ||
        compare(a.groupId, b.groupId) ||
        a.platformId - b.platformId ||
        compare(a.takedownId, b.takedownId),
    )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function ofGroups(db: Kysely<Tables>, { groupId }: TakedownFilter): Promise<Takedown[]> {
  const rows = await db
    .selectFrom('group_social_media_consents as consent')
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
    .where('consent.revoked', '=', 1)
    .$if(groupId !== undefined, (query) => query.where('consent.group_id', '=', groupId ?? ''))
    .execute()
  return rows.map((row) => ({
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
  }))
}

async function outlived(db: Kysely<Tables>, { groupId }: TakedownFilter): Promise<Takedown[]> {
  const rows = await db
    .selectFrom('takedowns as takedown')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'takedown.platform_id')
    .leftJoin('groups', 'groups.group_id', 'takedown.group_id')
    .selectAll('takedown')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .$if(groupId !== undefined, (query) => query.where('takedown.group_id', '=', groupId ?? ''))
    .execute()
  return rows.map((row) => ({
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
  }))
}
