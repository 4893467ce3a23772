import type { Kysely } from 'kysely'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import { countSimilarAndBlurred } from '#server/domain/images/image-analysis.ts'
import type { ListedGroup, ListedPreview, Page } from '#server/ports/moderation-reads.ts'
import { selectConsents, toConsent } from './consent-store.ts'
import type { Condition } from './group-filter.ts'
import { behind, inOrder } from './list-order.ts'
import { byGroup, noLimit } from './queries.ts'
import { previewNameFrom, toGroup, toImageAnalysis } from './rows.ts'

const previewsShown = 5

const previewColumns = [
  'id',
  'preview_path',
  'image_description',
  'published_description',
  'alt_text',
  'published_alt_text',
  'hidden_reason',
] as const
type PreviewRow = Pick<Row<'images'>, (typeof previewColumns)[number]>

const toPreview = (row: PreviewRow): ListedPreview => ({
  imageId: row.id,
  previewName: previewNameFrom(row.preview_path),
  imageDescription: row.image_description,
  publishedDescription: row.published_description,
  altText: row.alt_text,
  publishedAltText: row.published_alt_text,
  isHidden: row.hidden_reason !== null,
})

/** Both engines take a list of this many ids as parameters; a longer one is asked for by the filter again. */
const maxIds = 1_000

/** The groups of the page with the number of their images. */
function pageOfGroups(db: Kysely<Tables>, condition: Condition, { limit, offset, order, after }: Page) {
  const page = db
    .selectFrom('groups')
    .selectAll('groups')
    .where(condition)
    .$call((query) => (after === undefined ? query : query.where(behind(after, order))))
    .$call(inOrder(order))
    .limit(limit ?? noLimit)
    .offset(offset ?? 0)
  // Counted for the groups of the page, not for those before it.
  return db
    .selectFrom(page.as('groups'))
    .selectAll('groups')
    .select((eb) =>
      eb
        .selectFrom('images')
        .whereRef('images.group_id', '=', 'groups.group_id')
        .select((images) => images.fn.countAll().as('count'))
        .as('image_count'),
    )
    .$call(inOrder(order))
    .execute()
}

const firstPreviews = (db: Kysely<Tables>) =>
  db
    .selectFrom('images')
    .select(['group_id', ...previewColumns])
    .where('upload_order', '<=', previewsShown)
    .orderBy('upload_order')

const hashesOf = (db: Kysely<Tables>) =>
  db.selectFrom('images').select(['id', 'group_id', 'perceptual_hash', 'sharpness'])

/** Four statements, whatever the number of groups. */
export async function listedGroups(db: Kysely<Tables>, condition: Condition, page: Page): Promise<ListedGroup[]> {
  const rows = await pageOfGroups(db, condition, page)
  if (rows.length === 0) return []
  const listed =
    rows.length <= maxIds
      ? rows.map((row) => row.group_id)
      : db.selectFrom('groups').select('group_id').where(condition)
  const [previewsOf, consentsOf, analysedOf] = await Promise.all([
    byGroup(firstPreviews(db).where('group_id', 'in', listed), toPreview),
    byGroup(selectConsents(db).where('consent.group_id', 'in', listed), toConsent),
    byGroup(hashesOf(db).where('group_id', 'in', listed), (row) => ({
      id: row.id,
      imageAnalysis: toImageAnalysis(row),
    })),
  ])
  return rows.map((row) => ({
    group: toGroup(row),
    imageCount: Number(row.image_count),
    previews: previewsOf(row.group_id),
    consents: consentsOf(row.group_id),
    analysisCounts: countSimilarAndBlurred(analysedOf(row.group_id)),
  }))
}
