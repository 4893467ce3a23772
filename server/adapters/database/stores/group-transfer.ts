import type { Insertable } from 'kysely'
import type { ConsentHistoryTable, ImagesTable, SocialMediaConsentsTable } from '#server/adapters/database/tables.ts'
import type { GroupTransfer, IncomingGroup, IncomingImage } from '#server/ports/group-transfer.ts'
import { flag, inChunks, type StoreContext } from './context.ts'
import { findClash } from './find-clash.ts'
import { toGroupRow, toImageRow } from './rows.ts'
import { wholeGroups } from './whole-groups.ts'

const imageRow = ({ id, ...image }: IncomingImage): Insertable<ImagesTable> => ({
  ...(id !== null && { id }),
  ...toImageRow(image),
})

const consentRows = ({ group, consents }: IncomingGroup): Insertable<SocialMediaConsentsTable>[] =>
  consents.map((consent) => ({
    group_id: group.groupId,
    platform_id: consent.platformId,
    consented: flag(consent.consented),
    consent_timestamp: consent.consentTimestamp,
    revoked: flag(consent.revoked),
    revoked_timestamp: consent.revokedTimestamp,
    taken_down_at: consent.takenDownAt,
    taken_down_by: consent.takenDownBy,
  }))

const historyRows = ({ group, consentHistory }: IncomingGroup): Insertable<ConsentHistoryTable>[] =>
  consentHistory.map((change) => ({
    group_id: group.groupId,
    consent_type: change.consentType,
    platform_id: change.platformId,
    action: change.action,
    changed_by: change.changedBy,
    wording: change.wording,
    language: change.language,
    created_at: change.createdAt,
  }))

/** What belongs to a group comes after it. */
const groupTables = ['groups', 'images', 'group_social_media_consents', 'consent_history'] as const

export function groupTransfer({ db, engine, changed }: StoreContext): GroupTransfer {
  return {
    async lockAll() {
      for (const table of groupTables) await engine.lockTable(db, table)
    },

    after: (last, limit) => wholeGroups(db, last, limit),
    findClash: (groups) => findClash(db, groups),

    async insert(groups) {
      const images = groups.flatMap((group) => group.images).map(imageRow)
      for (const part of inChunks(groups)) {
        const rows = part.map(({ group, uploadKey: key, uploadDigest: bodyDigest }) =>
          toGroupRow(group, { key, bodyDigest }),
        )
        await db.insertInto('groups').values(rows).execute()
      }
      for (const part of inChunks(images)) await db.insertInto('images').values(part).execute()
      if (images.some((row) => row.id !== undefined)) await engine.continueIdentity(db, 'images')
      for (const part of inChunks(groups.flatMap(consentRows))) {
        await db.insertInto('group_social_media_consents').values(part).execute()
      }
      for (const part of inChunks(groups.flatMap(historyRows))) {
        await db.insertInto('consent_history').values(part).execute()
      }
      for (const { group } of groups) changed(group.groupId)
    },

    async removeAll() {
      const rows = await db.selectFrom('groups').select('group_id').execute()
      await engine.clearSearch(db)
      for (const table of groupTables.toReversed()) await db.deleteFrom(table).execute()
      for (const row of rows) changed(row.group_id)
      return rows.length
    },
  }
}
