import { type Kysely, sql } from 'kysely'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { RemovalRequest } from '#server/domain/removal-request.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type {
  ListedRemovalRequest,
  RemovalRequestFilter,
  RemovalRequestReads,
  RemovalRequestWrites,
} from '#server/ports/removal-requests.ts'
import { aboutScope } from './in-scope.ts'
import { all, count, first, run, type StoreContext } from './queries.ts'
import { previewNameFrom } from './rows.ts'

const toRequest = (row: Row<'removal_requests'>): RemovalRequest => ({
  ...camelCased(row),
  hiddenAtOnce: row.hidden_at_once === 1,
})

/** `statusOfRequest` as a condition. */
function matching(db: Kysely<Tables>, { scope, status }: RemovalRequestFilter) {
  const all = db.selectFrom('removal_requests').$call(aboutScope(scope, 'removal_requests.group_id'))
  if (status === undefined) return all
  if (status === 'open') return all.where('decision', 'is', null)
  if (status === 'refused') return all.where('decision', '=', 'show_again')
  return all.where('decision', 'is not', null).where('decision', '<>', 'show_again')
}

const withPhoto = (requests: ReturnType<typeof matching>, scope: GroupScope) =>
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
        .where('other.reason', '<>', 'my_child')
        .whereRef('other.address', '=', 'removal_requests.address')
        .$call(aboutScope(scope, 'other.group_id'))
        .as('open_from_address'),
    ])
type ListedRow = Awaited<ReturnType<ReturnType<typeof withPhoto>['execute']>>[number]

const toListed = ({
  preview_path,
  file_name: fileName,
  hidden_reason,
  open_from_address,
  ...row
}: ListedRow): ListedRemovalRequest => ({
  ...toRequest(row),
  previewName: preview_path === null ? null : previewNameFrom(preview_path),
  fileName,
  isHidden: hidden_reason !== null,
  openFromAddress: Number(open_from_address ?? 0),
})

function listedReads({ db }: StoreContext): Pick<RemovalRequestReads, 'list' | 'listed' | 'count'> {
  return {
    list: ({ limit, ...filter }) =>
      all(
        withPhoto(matching(db, filter), filter.scope)
          .orderBy(sql`case when removal_requests.decision is null then 0 else 1 end`)
          .orderBy(sql`case when removal_requests.decision is null then removal_requests.deadline end`)
          .orderBy('removal_requests.decided_at', 'desc')
          .orderBy('removal_requests.request_id')
          .limit(limit),
        toListed,
      ),

    listed(requestId, scope) {
      const requests = matching(db, { scope }).where('removal_requests.request_id', '=', requestId)
      return first(withPhoto(requests, scope), toListed)
    },

    count: (filter) => count(matching(db, filter)),
  }
}

function requestReads(context: StoreContext): RemovalRequestReads {
  const rows = context.db.selectFrom('removal_requests').selectAll()
  const inOrder = rows.orderBy('created_at').orderBy('request_id')
  const open = inOrder.where('decision', 'is', null)
  return {
    ...listedReads(context),

    find: (requestId) => first(rows.where('request_id', '=', requestId), toRequest),
    ofImage: (imageId) => all(inOrder.where('image_id', '=', imageId), toRequest),
    openFromAddress: (address, scope) =>
      all(open.where('address', '=', address).$call(aboutScope(scope, 'removal_requests.group_id')), toRequest),
    countHidden(address, { since, isForChild }) {
      const hidden = context.db
        .selectFrom('removal_requests')
        .where('hidden_at_once', '=', 1)
        .where('created_at', '>=', since)
      return count(hidden.where('address', '=', address).where('reason', isForChild ? '=' : '<>', 'my_child'))
    },
    openOfGroup: (groupId) => all(open.where('group_id', '=', groupId), toRequest),
  }
}

export function removalRequestStore(context: StoreContext): RemovalRequestWrites {
  const { db, changed } = context
  const change = db.updateTable('removal_requests')
  const open = change.where('decision', 'is', null)
  const removedAt = (at: string) => open.set({ decision: 'remove' satisfies RemovalDecision, decided_at: at })
  return {
    ...requestReads(context),

    add: (request) => run(db.insertInto('removal_requests').values(toColumns(request))),

    async decide(requestId, { decision, note, decidedAt, decidedBy }) {
      const decided = open.set(toColumns({ decision, note, decidedAt, decidedBy })).where('request_id', '=', requestId)
      const row = await decided.returning(['image_id', 'group_id']).executeTakeFirst()
      // Other moderators see the request with its group, also when the photo stays as it was.
      if (row?.group_id) changed(row.group_id)
      if (row && decision === 'redact') await run(open.set({ redacted_at: null }).where('image_id', '=', row.image_id))
      return row !== undefined
    },

    async markRedacted(imageId, at) {
      const mark = change.set({ redacted_at: at }).where('image_id', '=', imageId).where('redacted_at', 'is', null)
      const { numUpdatedRows } = await mark.where('decision', '=', 'redact').executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) await run(mark.where('decision', 'is', null))
    },

    closeOfImage: (imageId, at) => run(removedAt(at).where('image_id', '=', imageId)),
    closeOfGroup: (groupId, at) => run(removedAt(at).where('group_id', '=', groupId)),

    forgetPersons: (before) =>
      run(
        change
          .set({ message: null, contact: null, address: null })
          .where('decided_at', '<', before)
          .where(({ eb, or }) =>
            or([eb('message', 'is not', null), eb('contact', 'is not', null), eb('address', 'is not', null)]),
          ),
      ),
  }
}
