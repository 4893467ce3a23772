import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { Image } from '#server/domain/image.ts'
import type { GroupWithImages } from '#server/ports/group-store.ts'
import { toGroup, toImage } from './rows.ts'

/** Published as `isPublished` says. Two reads, whatever the number of groups. */
export async function publishedGroups(db: Kysely<Tables>, groupIds?: readonly string[]): Promise<GroupWithImages[]> {
  if (groupIds?.length === 0) return []
  const groups = await db
    .selectFrom('groups')
    .selectAll()
    .where('approved', '=', 1)
    .where('workshop_revoked_timestamp', 'is', null)
    .$if(groupIds !== undefined, (query) => query.where('group_id', 'in', groupIds ?? []))
    .execute()
  const images = await db
    .selectFrom('images')
    .selectAll('images')
    .innerJoin('groups', 'groups.group_id', 'images.group_id')
    .where('groups.approved', '=', 1)
    .where('groups.workshop_revoked_timestamp', 'is', null)
    .$if(groupIds !== undefined, (query) => query.where('images.group_id', 'in', groupIds ?? []))
    .orderBy('images.group_id')
    .orderBy('images.upload_order')
    .execute()
  const byGroup = Map.groupBy(images.map(toImage), (image): string => image.groupId)
  const none: Image[] = []
  return groups.map((row) => ({ group: toGroup(row), images: byGroup.get(row.group_id) ?? none }))
}
