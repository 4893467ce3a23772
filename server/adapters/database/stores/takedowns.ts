import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { ModerationReads, Takedown } from '#server/ports/moderation-reads.ts'

type Which = Parameters<ModerationReads['takedowns']>[0]

/** The revoked consents, newest first. */
export async function takedowns(db: Kysely<Tables>, { groupId, done }: Which): Promise<Takedown[]> {
  let query = db
    .selectFrom('group_social_media_consents as consent')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
    .innerJoin('groups', 'groups.group_id', 'consent.group_id')
    .selectAll('consent')
    .select(['platform.platform_name', 'platform.display_name', 'groups.name', 'groups.title'])
    .where('consent.revoked', '=', 1)
  if (groupId !== undefined) query = query.where('consent.group_id', '=', groupId)
  if (done !== undefined) query = query.where('consent.taken_down_at', done ? 'is not' : 'is', null)
  const rows = await query
    .orderBy('consent.revoked_timestamp', (column) => column.desc().nullsLast())
    .orderBy('consent.group_id')
    .orderBy('consent.platform_id')
    .execute()
  return rows.map((row) => ({
    groupId: row.group_id,
    groupName: row.name,
    title: row.title,
    platformId: row.platform_id,
    platformName: row.platform_name,
    displayName: row.display_name,
    revokedTimestamp: row.revoked_timestamp,
    takenDown: row.taken_down_at === null ? null : { at: row.taken_down_at, by: row.taken_down_by },
  }))
}
