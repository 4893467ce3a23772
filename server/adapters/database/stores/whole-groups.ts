import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  ConsentHistoryTable,
  GroupsTable,
  SocialMediaConsentsTable,
  Tables,
} from '#server/adapters/database/tables.ts'
import type { ConsentChange } from '#server/ports/consent-store.ts'
import type { GroupTransfer, TransferredConsent, WholeGroup } from '#server/ports/group-transfer.ts'
import { toGroup, toImage } from './rows.ts'

const toConsent = (
  row: Selectable<SocialMediaConsentsTable> & { readonly platform_name: string },
): TransferredConsent => ({
  platformId: row.platform_id,
  platformName: row.platform_name,
  consented: row.consented === 1,
  consentTimestamp: row.consent_timestamp,
  revoked: row.revoked === 1,
  revokedTimestamp: row.revoked_timestamp,
  takenDownAt: row.taken_down_at,
  takenDownBy: row.taken_down_by,
})

const toChange = (row: Selectable<ConsentHistoryTable>): Omit<ConsentChange, 'groupId'> => ({
  consentType: row.consent_type,
  platformId: row.platform_id,
  action: row.action,
  changedBy: row.changed_by,
  wording: row.wording,
  language: row.language,
  createdAt: row.created_at,
})

const rowsAfter = (
  db: Kysely<Tables>,
  last: Parameters<GroupTransfer['after']>[0],
  limit: number,
): Promise<Selectable<GroupsTable>[]> =>
  db
    .selectFrom('groups')
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(upload_date, group_id) > (${last?.uploadDate}, ${last?.groupId})`),
    )
    .orderBy('upload_date')
    .orderBy('group_id')
    .limit(limit)
    .execute()

/** Four reads, whatever the number of groups. */
export async function wholeGroups(
  db: Kysely<Tables>,
  ...[last, limit]: Parameters<GroupTransfer['after']>
): Promise<WholeGroup[]> {
  const rows = await rowsAfter(db, last, limit)
  if (rows.length === 0) return []
  const groupIds = rows.map((row) => row.group_id)
  const images = await db
    .selectFrom('images')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .orderBy('upload_order')
    .execute()
  const consents = await db
    .selectFrom('group_social_media_consents as consent')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
    .selectAll('consent')
    .select('platform.platform_name')
    .where('consent.group_id', 'in', groupIds)
    .orderBy('consent.platform_id')
    .execute()
  const history = await db
    .selectFrom('consent_history')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .orderBy('id')
    .execute()
  const imagesOf = Map.groupBy(images, (row) => row.group_id)
  const consentsOf = Map.groupBy(consents, (row) => row.group_id)
  const historyOf = Map.groupBy(history, (row) => row.group_id)
  return rows.map((row) => ({
    group: toGroup(row),
    uploadKey: row.upload_key,
    uploadDigest: row.upload_digest,
    images: (imagesOf.get(row.group_id) ?? []).map(toImage),
    consents: (consentsOf.get(row.group_id) ?? []).map(toConsent),
    consentHistory: (historyOf.get(row.group_id) ?? []).map(toChange),
  }))
}
