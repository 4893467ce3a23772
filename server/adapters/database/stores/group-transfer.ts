import { type Insertable, type Kysely, sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type {
  Clash,
  GroupTransfer,
  IncomingGroup,
  TransferredConsent,
  WholeGroup,
} from '#server/ports/group-transfer.ts'
import { besidePlace } from './list-order.ts'
import { byGroup, inChunks, type StoreContext } from './queries.ts'
import { toGroup, toGroupRow, toImage, toImageRow } from './rows.ts'

const groupRow = ({ group, uploadKey: key, uploadDigest: bodyDigest }: IncomingGroup): Insertable<Tables['groups']> =>
  toGroupRow(group, { key, bodyDigest })

const imageRows = ({ images }: IncomingGroup): Insertable<Tables['images']>[] =>
  images.map(({ id, ...image }) => ({ ...(id !== null && { id }), ...toImageRow(image) }))

const consentRows = ({ group, consents }: IncomingGroup): Insertable<Tables['group_social_media_consents']>[] =>
  consents.map(({ platformName: _, ...consent }) => ({ group_id: group.groupId, ...toColumns(consent) }))

const historyRows = ({ group, consentHistory }: IncomingGroup): Insertable<Tables['consent_history']>[] =>
  consentHistory.map((change) => ({ group_id: group.groupId, ...toColumns(change) }))

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
      const images = groups.flatMap(imageRows)
      for (const part of inChunks(groups.map(groupRow))) await db.insertInto('groups').values(part).execute()
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

const uniques: readonly { field: Clash['field']; table: 'groups' | 'images'; column: string }[] = [
  { field: 'groupId', table: 'groups', column: 'group_id' },
  { field: 'management_token', table: 'groups', column: 'management_token' },
  { field: 'upload_key', table: 'groups', column: 'upload_key' },
  { field: 'fileName', table: 'images', column: 'file_name' },
  { field: 'previewPath', table: 'images', column: 'preview_path' },
  { field: 'fileName', table: 'images', column: 'stored_name' },
  { field: 'previewPath', table: 'images', column: 'stored_preview_name' },
  { field: 'id', table: 'images', column: 'id' },
]

/** The first value of the groups that a row has already. */
async function findClash(db: Kysely<Tables>, groups: readonly IncomingGroup[]): Promise<Clash | undefined> {
  const incoming = { groups: groups.map(groupRow), images: groups.flatMap(imageRows) }
  for (const { field, table, column } of uniques) {
    const values = incoming[table].flatMap((row) => {
      const value: unknown = row[column as keyof typeof row]
      return value === null || value === undefined ? [] : [{ value, groupId: row.group_id }]
    })
    for (const part of inChunks(values)) {
      const { rows } = await sql<{ value: string | number }>`
        select ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(part.map(({ value }) => value))}) limit 1`.execute(db)
      const [found] = rows
      const owner = found && part.find(({ value }) => String(value) === String(found.value))
      if (owner) return { field, groupId: owner.groupId }
    }
  }
  return undefined
}

const toConsent = ({
  group_id: _,
  ...row
}: Row<'group_social_media_consents'> & { readonly platform_name: string }): TransferredConsent => ({
  ...camelCased(row),
  consented: row.consented === 1,
  revoked: row.revoked === 1,
})

const toChange = ({ id: _, group_id: __, ...row }: Row<'consent_history'>) => camelCased(row)

type Last = Parameters<GroupTransfer['after']>[0]

function rowsAfter(db: Kysely<Tables>, last: Last, limit: number) {
  const groups = db.selectFrom('groups').selectAll().orderBy('upload_date').orderBy('group_id').limit(limit)
  const after = last && besidePlace({ time: last.uploadDate, groupId: last.groupId })
  return (after ? groups.where(after) : groups).execute()
}

/** Four reads, whatever the number of groups. */
async function wholeGroups(db: Kysely<Tables>, last: Last, limit: number): Promise<WholeGroup[]> {
  const rows = await rowsAfter(db, last, limit)
  if (rows.length === 0) return []
  const groupIds = rows.map((row) => row.group_id)
  const images = db.selectFrom('images').selectAll().where('group_id', 'in', groupIds).orderBy('upload_order')
  const consents = db
    .selectFrom('group_social_media_consents as consent')
    .innerJoin('social_media_platforms as platform', 'platform.platform_id', 'consent.platform_id')
    .selectAll('consent')
    .select('platform.platform_name')
    .where('consent.group_id', 'in', groupIds)
    .orderBy('consent.platform_id')
  const history = db.selectFrom('consent_history').selectAll().where('group_id', 'in', groupIds).orderBy('id')
  const imagesOf = await byGroup(images, toImage)
  const consentsOf = await byGroup(consents, toConsent)
  const historyOf = await byGroup(history, toChange)
  return rows.map((row) => ({
    group: toGroup(row),
    uploadKey: row.upload_key,
    uploadDigest: row.upload_digest,
    images: imagesOf(row.group_id),
    consents: consentsOf(row.group_id),
    consentHistory: historyOf(row.group_id),
  }))
}
