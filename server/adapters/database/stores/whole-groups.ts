import type { Kysely, Selectable } from 'kysely'
import { toFields } from '#server/adapters/database/columns.ts'
import type { ConsentHistoryTable, SocialMediaConsentsTable, Tables } from '#server/adapters/database/tables.ts'
import type { GroupTransfer, TransferredConsent, WholeGroup } from '#server/ports/group-transfer.ts'
import { besidePlace } from './list-order.ts'
import { toGroup, toImage } from './rows.ts'

const toConsent = ({
  group_id: _,
  ...row
}: Selectable<SocialMediaConsentsTable> & { readonly platform_name: string }): TransferredConsent => ({
  ...toFields(row),
  consented: row.consented === 1,
  revoked: row.revoked === 1,
})

const toChange = ({ id: _, group_id: __, ...row }: Selectable<ConsentHistoryTable>) => toFields(row)

function rowsAfter(db: Kysely<Tables>, last: Parameters<GroupTransfer['after']>[0], limit: number) {
  const groups = db.selectFrom('groups').selectAll().orderBy('upload_date').orderBy('group_id').limit(limit)
  const after = last && besidePlace({ time: last.uploadDate, groupId: last.groupId })
  return (after ? groups.where(after) : groups).execute()
}

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
