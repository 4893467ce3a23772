import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables, WithdrawalsTable } from '#server/adapters/database/tables.ts'
import type { Migration } from './migration.ts'

type Entry = Pick<WithdrawalsTable, 'kind' | 'group_id'> & Partial<Pick<WithdrawalsTable, 'image_id' | 'platform_id'>>

const deletedBy: Readonly<Record<string, string>> = {
  user_deletion: 'group_deleted_by_owner',
  automatic_cleanup: 'group_deleted_by_cleanup',
}

/** What a restore must not undo, with what has been withdrawn so far; written to the ledger from here (D49). */
export const withdrawals: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('withdrawals'))
    .addColumn('withdrawal_id', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text')
    .addColumn('image_id', 'integer')
    .addColumn('platform_id', 'integer')
    .addColumn('user_id', 'integer')
    .addColumn('written', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('withdrawals_pending').on('withdrawals').columns(['written', 'id']).execute()
  await db.insertInto('service_state').values({ name: 'ledger', value: randomUUID() }).execute()
  await insert(db, [{ kind: 'begun', group_id: null }, ...(await withdrawnSoFar(db))])
}

async function withdrawnSoFar(db: Kysely<Tables>): Promise<Entry[]> {
  const deleted = await db.selectFrom('deletion_log').select(['group_id', 'deletion_reason']).execute()
  const groups = db.selectFrom('groups').select('group_id')
  const revoked = await groups.where('workshop_revoked_timestamp', 'is not', null).execute()
  const unapproved = await groups.where('approved', '=', 0).where('first_approved_at', 'is not', null).execute()
  const platforms = db.selectFrom('group_social_media_consents').select(['group_id', 'platform_id'])
  const images = db.selectFrom('images').select(['group_id', 'id as image_id'])
  return [
    ...deleted.map((row) => ({
      kind: deletedBy[row.deletion_reason] ?? 'group_deleted_by_admin',
      group_id: row.group_id,
    })),
    ...revoked.map((row) => ({ kind: 'workshop_consent_revoked', ...row })),
    ...unapproved.map((row) => ({ kind: 'approval_withdrawn', ...row })),
    ...(await platforms.where('revoked', '=', 1).execute()).map((row) => ({
      kind: 'platform_consent_revoked',
      ...row,
    })),
    ...(await images.where('hidden_reason', 'is not', null).execute()).map((row) => ({ kind: 'image_hidden', ...row })),
  ]
}

async function insert(db: Kysely<Tables>, entries: readonly Entry[]): Promise<void> {
  const created_at = new Date().toISOString()
  for (let start = 0; start < entries.length; start += 100) {
    const rows = entries.slice(start, start + 100).map((entry) => ({
      image_id: null,
      platform_id: null,
      ...entry,
      withdrawal_id: randomUUID(),
      created_at,
      user_id: null,
      written: 0 as const,
    }))
    await db.insertInto('withdrawals').values(rows).execute()
  }
}
