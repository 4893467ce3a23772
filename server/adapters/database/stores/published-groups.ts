import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { captureDateOf } from '#server/domain/capture-date.ts'
import { isShown } from '#server/domain/image.ts'
import { publicState } from '#server/domain/public-state.ts'
import type { GroupWithImages } from '#server/ports/group-store.ts'
import { groupColumns, toGroup, toImage } from './rows.ts'

/** `isPublic` as a condition on a row of `groups`, from the same definition. */
export const isPublicRow = (eb: ExpressionBuilder<Tables, 'groups'>): Expression<SqlBool> =>
  eb.and(
    Object.fromEntries(Object.entries(groupColumns(publicState)).map(([column, value]) => [`groups.${column}`, value])),
  )

/** Those of the groups that are public, with the images that are, in two reads. */
export async function publishedGroups(db: Kysely<Tables>, groupIds: readonly string[]): Promise<GroupWithImages[]> {
  if (groupIds.length === 0) return []
  const groups = await db
    .selectFrom('groups')
    .selectAll()
    .where(isPublicRow)
    .where('group_id', 'in', groupIds)
    .execute()
  const images = await db
    .selectFrom('images')
    .selectAll('images')
    .innerJoin('groups', 'groups.group_id', 'images.group_id')
    .where(isPublicRow)
    .where('images.group_id', 'in', groupIds)
    .orderBy('images.group_id')
    .orderBy('images.upload_order')
    .execute()
  const byGroup = Map.groupBy(images.map(toImage), (image): string => image.groupId)
  return groups.flatMap((row) => {
    const images = byGroup.get(row.group_id) ?? []
    const shown = images.filter(isShown)
    if (shown.length === images.length) return { group: toGroup(row), images }
    // A hidden image leaks nothing, not even its date (D71).
    return shown.length === 0 ? [] : { group: { ...toGroup(row), captureDate: captureDateOf(shown) }, images: shown }
  })
}
