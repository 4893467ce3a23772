import type { Kysely } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { captureDateOf } from '#server/domain/capture-date.ts'
import { isShown } from '#server/domain/image.ts'
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
  return groups.flatMap((row) => {
    const images = byGroup.get(row.group_id) ?? []
    const shown = images.filter(isShown)
    if (shown.length === images.length) return { group: toGroup(row), images }
    // Nothing of what is hidden is told, its date neither (D71).
    return shown.length === 0 ? [] : { group: { ...toGroup(row), captureDate: captureDateOf(shown) }, images: shown }
  })
}
