import { sql } from 'kysely'
import { textNames } from '#contract/group-texts.ts'
import { newRevision } from '#server/domain/names.ts'
import type { GroupReads, GroupWithImages, GroupWrites } from '#server/ports/group-store.ts'
import { inChunks, type StoreContext } from './context.ts'
import { groupsToCleanUp } from './groups-to-clean-up.ts'
import { publishedGroups, publishedPlaces } from './published-groups.ts'
import { groupColumns, toGroup, toGroupRow } from './rows.ts'

/** Fields that the feed shows (D44). */
const shown = [...textNames, 'year'] as const

function foundGroups({
  db,
}: StoreContext): Pick<GroupReads, 'find' | 'findByToken' | 'findByUploadKey' | 'any' | 'atLeast'> {
  const rowWith = (column: 'group_id' | 'management_token' | 'upload_key', value: string) =>
    db.selectFrom('groups').selectAll().where(column, '=', value).executeTakeFirst()
  const one = async (...by: Parameters<typeof rowWith>) => {
    const row = await rowWith(...by)
    return row && toGroup(row)
  }

  return {
    find: (groupId) => one('group_id', groupId),

    findByToken: (token) => one('management_token', token),

    async findByUploadKey(key, uploadedSince) {
      const row = await rowWith('upload_key', key)
      return row && row.upload_date >= uploadedSince
        ? { group: toGroup(row), bodyDigest: row.upload_digest }
        : undefined
    },

    async atLeast(count) {
      const last = db.selectFrom('groups').select('group_id').orderBy('upload_date').orderBy('group_id')
      return (
        (await last
          .limit(1)
          .offset(count - 1)
          .executeTakeFirst()) !== undefined
      )
    },

    async any() {
      return (await db.selectFrom('groups').select('group_id').limit(1).executeTakeFirst()) !== undefined
    },
  }
}

function publishedLists({ db }: StoreContext): Pick<GroupReads, 'published' | 'publishedPlaces'> {
  return {
    async published(groupIds) {
      const found: GroupWithImages[] = []
      for (const part of inChunks(groupIds)) found.push(...(await publishedGroups(db, part)))
      return found
    },

    publishedPlaces: (after, limit) => publishedPlaces(db, after, limit),
  }
}

function groupAdditions({ db, changed }: StoreContext): Pick<GroupWrites, 'insert' | 'forgetUploadKey' | 'lock'> {
  return {
    async insert(group, uploadKey) {
      await db.insertInto('groups').values(toGroupRow(group, uploadKey)).execute()
      changed(group.groupId)
    },

    async forgetUploadKey(key, uploadedBefore) {
      await db
        .updateTable('groups')
        .set({ upload_key: null })
        .where('upload_key', '=', key)
        .where('upload_date', '<', uploadedBefore)
        .execute()
    },

    async lock(groupId) {
      const row = await db
        .updateTable('groups')
        .set({ revision: sql`revision + 1` })
        .where('group_id', '=', groupId)
        .returningAll()
        .executeTakeFirst()
      return row && toGroup(row)
    },
  }
}

function groupUpdates({ db, changed }: StoreContext): Pick<GroupWrites, 'setToken' | 'update' | 'remove'> {
  return {
    async setToken(groupId, management_token) {
      await db.updateTable('groups').set({ management_token }).where('group_id', '=', groupId).execute()
      changed(groupId)
    },

    async update(groupId, patch) {
      const result = await db
        .updateTable('groups')
        .set({
          ...groupColumns(patch),
          ...(shown.some((field) => patch[field] !== undefined) && { content_revision: newRevision() }),
          revision: sql`revision + 1`,
        })
        .where('group_id', '=', groupId)
        .executeTakeFirst()
      changed(groupId)
      return result.numUpdatedRows > 0n
    },

    async remove(groupId) {
      const result = await db.deleteFrom('groups').where('group_id', '=', groupId).executeTakeFirst()
      changed(groupId)
      return result.numDeletedRows > 0n
    },
  }
}

export const groupStore = (context: StoreContext): GroupWrites => ({
  ...foundGroups(context),
  ...publishedLists(context),
  ...groupsToCleanUp(context),
  ...groupAdditions(context),
  ...groupUpdates(context),
})
