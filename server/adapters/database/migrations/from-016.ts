import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { Migrations } from './migration.ts'

export const migrationsFrom016: Migrations = {
  /** Digests of management tokens whose groups are gone. */
  '016-former-tokens': async ({ db }) => {
    await db.schema
      .createTable('former_tokens')
      .addColumn('token_digest', 'text', (c) => c.primaryKey())
      .addColumn('ended_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('former_tokens_time').on('former_tokens').column('ended_at').execute()
  },

  /** Distinguishes a repeated request from another one with the same key. */
  '017-body-digests': async ({ db }) => {
    await db.schema.alterTable('groups').addColumn('upload_digest', 'text').execute()
    await db.schema.alterTable('image_additions').addColumn('body_digest', 'text').execute()
    await db.schema.alterTable('image_additions').addColumn('created_at', 'text').execute()
  },

  /** What a restore must not undo, with what has been withdrawn so far; written to the ledger from here (D49). */
  '018-withdrawals': async ({ db, withIdentity }) => {
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
  },

  /** Many counters instead of one number: concurrent changes do not wait for each other. */
  '019-change-counters': async ({ db }) => {
    await db.schema
      .createTable('change_counters')
      .addColumn('slot', 'integer', (c) => c.primaryKey())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .execute()
    await sql`insert into change_counters (slot, version) select 0, version from content_version`.execute(db)
    await db.schema.dropTable('content_version').execute()
    await db.schema
      .alterTable('group_changes')
      .addColumn('slot', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.dropIndex('group_changes_version').execute()
    await db.schema.createIndex('group_changes_slot').on('group_changes').columns(['slot', 'version']).execute()
  },

  /** What the moderators' search looks through. Rows for groups that exist already come after the start. */
  '020-group-search': async ({ db, withIdentity, createSearchIndex }) => {
    await withIdentity(db.schema.createTable('group_search'))
      .addColumn('group_id', 'text', (c) => c.notNull().unique().references('groups.group_id').onDelete('cascade'))
      .addColumn('search_text', 'text', (c) => c.notNull())
      .execute()
    await createSearchIndex(db)
  },

  /** People who want a photo removed (D70). Requests outlive the photo, so nothing refers to it. */
  '021-removal-requests': async ({ db }) => {
    await db.schema
      .createTable('removal_requests')
      .addColumn('request_id', 'text', (c) => c.primaryKey())
      .addColumn('image_id', 'integer')
      .addColumn('group_id', 'text')
      .addColumn('code', 'text')
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('message', 'text')
      .addColumn('contact', 'text')
      .addColumn('address', 'text')
      .addColumn('hidden_at_once', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('deadline', 'text', (c) => c.notNull())
      .addColumn('decision', 'text')
      .addColumn('note', 'text')
      .addColumn('decided_at', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('redacted_at', 'text')
      .execute()
    const index = (name: string, column: string) =>
      db.schema.createIndex(`removal_requests_${name}`).on('removal_requests').column(column).execute()
    await index('image', 'image_id')
    await index('group', 'group_id')
    await index('decided', 'decided_at')
  },
}

type Entry = Pick<Tables['withdrawals'], 'kind' | 'group_id'> &
  Partial<Pick<Tables['withdrawals'], 'image_id' | 'platform_id'>>

const deletedBy: Readonly<Record<string, string>> = {
  user_deletion: 'group_deleted_by_owner',
  automatic_cleanup: 'group_deleted_by_cleanup',
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
