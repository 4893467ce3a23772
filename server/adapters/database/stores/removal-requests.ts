import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { RemovalDecision, RemovalStatus } from '#contract/removal-requests.ts'
import type { RemovalRequestsTable } from '#server/adapters/database/moderation-tables.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { RemovalRequest } from '#server/domain/removal-request.ts'
import type { ListedRemovalRequest, RemovalRequestReads, RemovalRequestWrites } from '#server/ports/removal-requests.ts'
import { flag, type StoreContext } from './context.ts'
import { previewNameFrom } from './rows.ts'

const toRequest = (row: Selectable<RemovalRequestsTable>): RemovalRequest => ({
  requestId: row.request_id,
  imageId: row.image_id,
  groupId: row.group_id,
  code: row.code,
  reason: row.reason,
  message: row.message,
  contact: row.contact,
  address: row.address,
  hiddenAtOnce: row.hidden_at_once === 1,
  createdAt: row.created_at,
  deadline: row.deadline,
  decision: row.decision,
  note: row.note,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  redactedAt: row.redacted_at,
})

const toRow = (request: RemovalRequest): RemovalRequestsTable => ({
  request_id: request.requestId,
  image_id: request.imageId,
  group_id: request.groupId,
  code: request.code,
  reason: request.reason,
  message: request.message,
  contact: request.contact,
  address: request.address,
  hidden_at_once: flag(request.hiddenAtOnce),
  created_at: request.createdAt,
  deadline: request.deadline,
  decision: request.decision,
  note: request.note,
  decided_at: request.decidedAt,
  decided_by: request.decidedBy,
  redacted_at: request.redactedAt,
})

/** `statusOfRequest` as a condition. */
function withStatus(db: Kysely<Tables>, status: RemovalStatus | undefined) {
  const all = db.selectFrom('removal_requests')
  if (status === undefined) return all
  if (status === 'open') return all.where('decision', 'is', null)
  if (status === 'refused') return all.where('decision', '=', 'show_again')
  return all.where('decision', 'is not', null).where('decision', '<>', 'show_again')
}

const withPhoto = (requests: ReturnType<typeof withStatus>) =>
  requests
    .leftJoin('images', 'images.id', 'removal_requests.image_id')
    .selectAll('removal_requests')
    .select(({ selectFrom }) => [
      'images.preview_path',
      'images.file_name',
      'images.hidden_reason',
      selectFrom('removal_requests as other')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('other.decision', 'is', null)
        .whereRef('other.address', '=', 'removal_requests.address')
        .as('open_from_address'),
    ])
type ListedRow = Awaited<ReturnType<ReturnType<typeof withPhoto>['execute']>>[number]

const toListed = (row: ListedRow): ListedRemovalRequest => ({
  ...toRequest(row),
  previewName: row.preview_path === null ? null : previewNameFrom(row.preview_path),
  fileName: row.file_name,
  isHidden: row.hidden_reason !== null,
  openFromAddress: Number(row.open_from_address ?? 0),
})

function listedReads({ db }: StoreContext): Pick<RemovalRequestReads, 'list' | 'listed' | 'count'> {
  return {
    async list({ status, limit }) {
      const rows = await withPhoto(withStatus(db, status))
        .orderBy(sql`case when removal_requests.decision is null then 0 else 1 end`)
        .orderBy(sql`case when removal_requests.decision is null then removal_requests.deadline end`)
        .orderBy('removal_requests.decided_at', 'desc')
        .orderBy('removal_requests.request_id')
        .limit(limit)
        .execute()
      return rows.map(toListed)
    },

    async listed(requestId) {
      const requests = withStatus(db, undefined).where('removal_requests.request_id', '=', requestId)
      const row = await withPhoto(requests).executeTakeFirst()
      return row && toListed(row)
    },

    async count(status) {
      const row = await withStatus(db, status)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
  }
}

function requestReads(context: StoreContext): RemovalRequestReads {
  const all = context.db.selectFrom('removal_requests').selectAll()
  const inOrder = all.orderBy('created_at').orderBy('request_id')
  const open = inOrder.where('decision', 'is', null)
  return {
    ...listedReads(context),

    async find(requestId) {
      const row = await all.where('request_id', '=', requestId).executeTakeFirst()
      return row && toRequest(row)
    },

    ofImage: async (imageId) => (await inOrder.where('image_id', '=', imageId).execute()).map(toRequest),

    openFromAddress: async (address) => (await open.where('address', '=', address).execute()).map(toRequest),

    openOfGroup: async (groupId) => (await open.where('group_id', '=', groupId).execute()).map(toRequest),
  }
}

export function removalRequestStore(context: StoreContext): RemovalRequestWrites {
  const { db } = context
  const change = db.updateTable('removal_requests')
  const removedAt = (at: string) =>
    change.set({ decision: 'remove' satisfies RemovalDecision, decided_at: at }).where('decision', 'is', null)
  return {
    ...requestReads(context),

    async add(request) {
      await db.insertInto('removal_requests').values(toRow(request)).execute()
    },

    async decide(requestId, { decision, note, decidedAt, decidedBy }) {
      const decided = { decision, note, decided_at: decidedAt, decided_by: decidedBy }
      await change.set(decided).where('request_id', '=', requestId).execute()
    },

    async markRedacted(imageId, at) {
      await change.set({ redacted_at: at }).where('image_id', '=', imageId).where('redacted_at', 'is', null).execute()
    },

    async closeOfImage(imageId, at) {
      await removedAt(at).where('image_id', '=', imageId).execute()
    },

    async closeOfGroup(groupId, at) {
      await removedAt(at).where('group_id', '=', groupId).execute()
    },

    async forgetPersons(before) {
      await change
        .set({ message: null, contact: null, address: null })
        .where('decided_at', '<', before)
        .where(({ eb, or }) =>
          or([eb('message', 'is not', null), eb('contact', 'is not', null), eb('address', 'is not', null)]),
        )
        .execute()
    },
  }
}
