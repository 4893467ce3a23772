import { sql } from 'kysely'
import { textNames } from '#contract/texts/group-texts.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { newRevision } from '#server/domain/names.ts'
import type { GroupReads, GroupWrites, PublishedGroup } from '#server/ports/group-store.ts'
import { exhibitionsOf, inScope } from './in-scope.ts'
import { besidePlace, type TimePlace } from './list-order.ts'
import { publishedGroups, publishedPlaces } from './published-groups.ts'
import { count, deletedRows, exists, first, inChunks, noLimit, run, type StoreContext, updatedRows } from './queries.ts'
import { groupColumns, toGroup, toGroupRow } from './rows.ts'

/** Fields that the feed shows (D44). */
const shown = [...textNames, 'year'] as const

function foundGroups({ db }: StoreContext) {
  const groups = (column: 'group_id' | 'management_token' | 'upload_key', value: string) =>
    db.selectFrom('groups').selectAll().where(column, '=', value)

  return {
    find: (groupId) => first(groups('group_id', groupId), toGroup),
    findByToken: (token) => first(groups('management_token', token), toGroup),

    findByUploadKey(key, uploadedSince) {
      const recent = groups('upload_key', key).where('upload_date', '>=', uploadedSince)
      return first(recent, (row) => ({ group: toGroup(row), bodyDigest: row.upload_digest }))
    },

    atLeast(count) {
      const last = db.selectFrom('groups').select('group_id').orderBy('upload_date').orderBy('group_id')
      return exists(last.limit(1).offset(count - 1))
    },

    any: () => exists(db.selectFrom('groups').select('group_id').limit(1)),

    async published(groupIds, exhibitionId) {
      const found: PublishedGroup[] = []
      for (const part of inChunks(groupIds)) found.push(...(await publishedGroups(db, part, exhibitionId)))
      return found
    },

    exhibitionsOf: (groupIds) => exhibitionsOf(db, groupIds),

    publishedPlaces: (after, limit, exhibitionId) => publishedPlaces(db, { limit, exhibitionId }, after),
  } satisfies Partial<GroupReads>
}

export function groupStore(context: StoreContext): GroupWrites {
  const { db, changed, moved } = context
  const change = (groupId: string) => db.updateTable('groups').where('group_id', '=', groupId)
  return {
    ...foundGroups(context),
    ...groupsToCleanUp(context),

    async insert(group, uploadKey) {
      await db.insertInto('groups').values(toGroupRow(group, uploadKey)).execute()
      changed(group.groupId)
    },

    forgetUploadKey(key, uploadedBefore) {
      const group = db.updateTable('groups').where('upload_key', '=', key).where('upload_date', '<', uploadedBefore)
      return run(group.set({ upload_key: null }))
    },

    lock: (groupId) => first(change(groupId).set({ revision: sql`revision + 1` }).returningAll(), toGroup),

    async setToken(groupId, management_token) {
      await change(groupId).set({ management_token }).execute()
      changed(groupId)
    },

    async update(groupId, patch) {
      if (patch.exhibitionId !== undefined) for (const id of (await exhibitionsOf(db, [groupId])).values()) moved(id)
      const content = shown.some((field) => patch[field] !== undefined) && { content_revision: newRevision() }
      const columns = { ...groupColumns(patch), ...content, revision: sql<number>`revision + 1` }
      const updated = await updatedRows(change(groupId).set(columns))
      changed(groupId)
      return updated > 0
    },

    async remove(groupId) {
      const removed = await deletedRows(db.deleteFrom('groups').where('group_id', '=', groupId))
      changed(groupId)
      return removed > 0
    },
  }
}

/** Groups by the age of their upload or first approval; ids by their bytes. */
const olderGroups = (
  db: StoreContext['db'],
  column: 'upload_date' | 'first_approved_at',
  { scope, before, limit, after }: { scope: GroupScope; before: string; limit: number; after: TimePlace | undefined },
) =>
  db
    .selectFrom('groups')
    .select(['group_id as groupId', 'name', 'title', 'year', 'upload_date as uploadDate'])
    .select(({ selectFrom }) => [
      'first_approved_at as firstApprovedAt',
      selectFrom('images')
        .whereRef('images.group_id', '=', 'groups.group_id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('imageCount'),
    ])
    .where(column, '<', before)
    .$call(inScope(scope, 'exhibition_id'))
    .$call((query) => (after ? query.where(besidePlace(after, '>', column)) : query))
    .orderBy(column)
    .orderBy('group_id')
    .limit(limit)

function groupsToCleanUp({ db }: StoreContext) {
  return {
    async countDue({ uploadedBefore, approvedBefore }) {
      const groups = db.selectFrom('groups')
      const never = groups.where('first_approved_at', 'is', null).where('upload_date', '<', uploadedBefore)
      return {
        neverApproved: await count(never),
        approved: approvedBefore === null ? 0 : await count(groups.where('first_approved_at', '<', approvedBefore)),
      }
    },

    async due(scope, { uploadedBefore, approvedBefore }, { limit = noLimit, after: last } = {}) {
      const isApproved = last !== undefined && last.firstApprovedAt !== null
      const after = last && { time: last.firstApprovedAt ?? last.uploadDate, groupId: last.groupId }
      const never = olderGroups(db, 'upload_date', { scope, before: uploadedBefore, limit, after })
      const found = isApproved ? [] : await never.where('first_approved_at', 'is', null).execute()
      if (approvedBefore !== null && found.length < limit) {
        const rest = { limit: limit - found.length, after: isApproved ? after : undefined }
        const approved = olderGroups(db, 'first_approved_at', { scope, before: approvedBefore, ...rest })
        found.push(...(await approved.execute()))
      }
      return found.map((row) => ({ ...row, imageCount: Number(row.imageCount) }))
    },
  } satisfies Partial<GroupReads>
}
