import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { ImagesTable, Tables } from '#server/adapters/database/tables.ts'
import type { Group } from '#server/domain/group.ts'
import { countSimilarAndBlurred } from '#server/domain/images/image-analysis.ts'
import type { ListedGroup, ListedPreview, Page } from '#server/ports/moderation-reads.ts'
import { selectConsents, toConsent } from './consent-rows.ts'
import { previewNameFrom, toGroup, toImageAnalysis } from './rows.ts'
import type { Condition } from './searched-groups.ts'

const previewsShown = 5

const previewColumns = ['id', 'preview_path', 'image_description', 'published_description', 'hidden_reason'] as const
type PreviewRow = Pick<Selectable<ImagesTable>, (typeof previewColumns)[number]>

const toPreview = (row: PreviewRow): ListedPreview => ({
  imageId: row.id,
  previewName: previewNameFrom(row.preview_path),
  imageDescription: row.image_description,
  publishedDescription: row.published_description,
  isHidden: row.hidden_reason !== null,
})

/** Both engines take a list of this many ids as parameters; a longer one is asked for by the filter again. */
const maxIds = 1_000
/** An offset needs a limit beside it. */
const noLimit = 2 ** 31 - 1

/** 0 for groups that the cleanup will delete, 1 for all others; as the index of the deadlines has it. */
const everApproved = (eb: ExpressionBuilder<Tables, 'groups'>) =>
  eb.case().when('groups.first_approved_at', 'is', null).then(eb.lit(0)).else(eb.lit(1)).end()

/** What determines the place of a group in a list. */
export type ListPosition = Pick<Group, 'groupId' | 'uploadDate' | 'firstApprovedAt'>

/** The groups behind one, in the order of the list. */
const behind = (after: ListPosition, order: Page['order']) => (eb: ExpressionBuilder<Tables, 'groups'>) => {
  const place = eb.refTuple('upload_date', 'group_id')
  const last = eb.tuple(after.uploadDate, after.groupId)
  if (order !== 'deadline') return eb(place, '<', last)
  const rank = after.firstApprovedAt === null ? 0 : 1
  return eb.or([eb(everApproved(eb), '>', rank), eb.and([eb(everApproved(eb), '=', rank), eb(place, '>', last)])])
}

interface NextPlaces {
  readonly limit: number
  readonly order: Page['order']
  readonly after: ListPosition | undefined
}

/** The places of up to `limit` groups, in the order of the list. */
export async function places(db: Kysely<Tables>, condition: Condition, next: NextPlaces): Promise<ListPosition[]> {
  if (next.order !== 'deadline') return placesOf(db, condition, next)
  // One statement for each rank: both in one would read the index from its beginning.
  const { limit, after } = next
  const inRank = (rank: 0 | 1) => (eb: ExpressionBuilder<Tables, 'groups'>) =>
    eb.and([condition(eb), eb(everApproved(eb), '=', eb.lit(rank))])
  const never = after?.firstApprovedAt ? [] : await placesOf(db, inRank(0), next)
  if (never.length === limit) return never
  const last = after?.firstApprovedAt ? after : undefined
  return [...never, ...(await placesOf(db, inRank(1), { ...next, limit: limit - never.length, after: last }))]
}

async function placesOf(
  db: Kysely<Tables>,
  condition: Condition,
  { limit, order, after }: NextPlaces,
): Promise<ListPosition[]> {
  const [direction, beyond] = order === 'deadline' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  return db
    .selectFrom('groups')
    .select(['group_id as groupId', 'upload_date as uploadDate', 'first_approved_at as firstApprovedAt'])
    .where(condition)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('upload_date', 'group_id'), beyond, eb.tuple(after?.uploadDate ?? '', after?.groupId ?? '')),
      ),
    )
    .orderBy('upload_date', direction)
    .orderBy('group_id', direction)
    .limit(limit)
    .execute()
}

/** The groups of the page with the number of their images. */
function pageOfGroups(db: Kysely<Tables>, condition: Condition, { limit, offset, order, after }: Page) {
  const direction = order === 'deadline' ? 'asc' : 'desc'
  const page = db
    .selectFrom('groups')
    .selectAll('groups')
    .where(condition)
    .$if(after !== undefined, (query) => query.where(behind(after as Group, order)))
    .$if(order === 'deadline', (query) => query.orderBy(everApproved))
    .orderBy('upload_date', direction)
    .orderBy('group_id', direction)
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
    .$if(order === 'deadline', (query) => query.orderBy(everApproved))
    .orderBy('upload_date', direction)
    .orderBy('group_id', direction)
    .execute()
}

const firstPreviews = (db: Kysely<Tables>) =>
  db
    .selectFrom('images')
    .select(['group_id', ...previewColumns])
    .where('upload_order', '<=', previewsShown)
    .orderBy('upload_order')

const imageAnalysisOf = (db: Kysely<Tables>) =>
  db.selectFrom('images').select(['id', 'group_id', 'perceptual_hash', 'sharpness'])

/** Four statements, whatever the number of groups. */
export async function listedGroups(db: Kysely<Tables>, condition: Condition, page: Page): Promise<ListedGroup[]> {
  const rows = await pageOfGroups(db, condition, page)
  if (rows.length === 0) return []
  const listed =
    rows.length <= maxIds
      ? rows.map((row) => row.group_id)
      : db.selectFrom('groups').select('group_id').where(condition)
  const [previews, consents, analysed] = await Promise.all([
    firstPreviews(db).where('group_id', 'in', listed).execute(),
    selectConsents(db).where('consent.group_id', 'in', listed).execute(),
    imageAnalysisOf(db).where('group_id', 'in', listed).execute(),
  ])
  const previewsOf = Map.groupBy(previews, (row) => row.group_id)
  const consentsOf = Map.groupBy(consents, (row) => row.group_id)
  const analysedOf = Map.groupBy(analysed, (row) => row.group_id)
  const analysisCounts = (groupId: string) =>
    countSimilarAndBlurred(
      (analysedOf.get(groupId) ?? []).map((row) => ({ id: row.id, imageAnalysis: toImageAnalysis(row) })),
    )
  return rows.map((row) => ({
    group: toGroup(row),
    imageCount: Number(row.image_count),
    previews: (previewsOf.get(row.group_id) ?? []).map(toPreview),
    consents: (consentsOf.get(row.group_id) ?? []).map(toConsent),
    analysisCounts: analysisCounts(row.group_id),
  }))
}
