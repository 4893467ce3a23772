import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import { captureDateOf, isPublic, isShown, publicState } from '#server/domain/group.ts'
import type { PublishedGroup, PublishedPlace } from '#server/ports/group-store.ts'
import { besidePlace } from './list-order.ts'
import { groupColumns, publishedColumns, publishedGroupColumns, toPublishedFields, toPublishedImage } from './rows.ts'

/** `isPublic` as a condition on a row of `groups`, from the same definition. */
export const isPublicRow = (eb: ExpressionBuilder<Tables, 'groups'>): Expression<SqlBool> =>
  eb.and(
    Object.fromEntries(Object.entries(groupColumns(publicState)).map(([column, value]) => [`groups.${column}`, value])),
  )

/**
 * Those of the groups that are public, with the images that are, in two reads. By their ids alone: with the public state
 * as a condition an embedded database reads all groups that are approved.
 */
export async function publishedGroups(
  db: Kysely<Tables>,
  groupIds: readonly string[],
  exhibitionId?: number,
): Promise<PublishedGroup[]> {
  if (groupIds.length === 0) return []
  const rows = await db.selectFrom('groups').select(publishedGroupColumns).where('group_id', 'in', groupIds).execute()
  const wanted = exhibitionId === undefined ? rows : rows.filter((row) => row.exhibition_id === exhibitionId)
  const groups = wanted.map(toPublishedFields).filter(isPublic)
  if (groups.length === 0) return []
  const images = await db
    .selectFrom('images')
    .select(publishedColumns)
    .where(
      'group_id',
      'in',
      groups.map(({ groupId }): string => groupId),
    )
    .orderBy('group_id')
    .orderBy('upload_order')
    .execute()
  const byGroup = Map.groupBy(images.map(toPublishedImage), (image): string => image.groupId)
  return groups.flatMap((group) => {
    const images = byGroup.get(group.groupId) ?? []
    const shown = images.filter(isShown)
    if (shown.length === images.length) return { group, images }
    // A hidden image leaks nothing, not even its date (D71).
    return shown.length === 0 ? [] : { group: { ...group, captureDate: captureDateOf(shown) }, images: shown }
  })
}

interface PlacesPage {
  readonly limit: number
  readonly exhibitionId: number | undefined
}

/** A page of those places. Groups with hidden images are read whole: their date is that of the shown images. */
export async function publishedPlaces(
  db: Kysely<Tables>,
  page: PlacesPage,
  after: PublishedPlace | undefined,
): Promise<PublishedPlace[]> {
  const places: PublishedPlace[] = []
  for (let last = after; places.length === 0; ) {
    const rows = await placeRows(db, page, last)
    const exact = await publishedGroups(
      db,
      rows.filter((row) => row.has_hidden === 1).map((row) => row.group_id),
    )
    const exactById = new Map<string, PublishedPlace>(exact.map(({ group }) => [group.groupId, group]))
    for (const row of rows) {
      const place = row.has_hidden === 1 ? exactById.get(row.group_id) : toPlace(row)
      if (place) places.push(place)
    }
    const end = rows.at(-1)
    if (end === undefined || rows.length < page.limit) break
    last = toPlace(end)
  }
  return places
}

type PlaceRow = Awaited<ReturnType<typeof placeRows>>[number]

const toPlace = (row: PlaceRow): PublishedPlace => ({
  groupId: row.group_id as PublishedPlace['groupId'],
  captureDate: row.capture_date,
  year: row.year,
  uploadDate: row.upload_date,
})

const placeRows = (db: Kysely<Tables>, { limit, exhibitionId }: PlacesPage, after: PublishedPlace | undefined) =>
  db
    .selectFrom('groups')
    .select(['group_id', 'capture_date', 'year', 'upload_date'])
    .select(({ selectFrom, fn }) =>
      selectFrom('images')
        .whereRef('images.group_id', '=', 'groups.group_id')
        .where('hidden_reason', 'is not', null)
        .select(({ eb }) => eb.case().when(fn.countAll(), '>', 0).then(1).else(0).end().as('has'))
        .as('has_hidden'),
    )
    .where(isPublicRow)
    .$if(exhibitionId !== undefined, (query) => query.where('exhibition_id', '=', exhibitionId ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(besidePlace({ time: after?.uploadDate ?? '', groupId: after?.groupId ?? '' })),
    )
    .orderBy('upload_date')
    .orderBy('group_id')
    .limit(limit)
    .execute()
