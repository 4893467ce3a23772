import { sql } from 'kysely'
import type { Migrations } from './migration.ts'

export const migrationsFrom011: Migrations = {
  /** What a moderator has seen, hidden and taken back; names under which files are served apart from those on disk (D44 to D47, D71). */
  '011-visibility': async ({ db }) => {
    await db.schema
      .alterTable('groups')
      .addColumn('content_revision', 'text', (c) => c.notNull().defaultTo('1'))
      .execute()
    await db.schema.alterTable('groups').addColumn('moderation_note', 'text').execute()

    for (const column of ['stored_name', 'stored_preview_name'] as const) {
      await db.schema
        .alterTable('images')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    }
    for (const column of ['published_description', 'hidden_reason', 'moderation_note'] as const) {
      await db.schema.alterTable('images').addColumn(column, 'text').execute()
    }
    await db
      .updateTable('images')
      .set({
        stored_name: sql`file_name`,
        stored_preview_name: sql`substr(preview_path, ${sql.lit('/previews/'.length + 1)})`,
        published_description: sql`image_description`,
      })
      .execute()
    await db.schema.createIndex('images_stored_name').on('images').column('stored_name').unique().execute()
    await db.schema
      .createIndex('images_stored_preview_name')
      .on('images')
      .column('stored_preview_name')
      .unique()
      .execute()

    await db.schema
      .createTable('moderation_undo')
      .addColumn('undo_id', 'text', (c) => c.notNull())
      .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('moderation_undo_key', ['undo_id', 'group_id'])
      .execute()
    await db.schema.createIndex('moderation_undo_created').on('moderation_undo').column('created_at').execute()
  },

  /** Accounts can be disabled; sessions know when they began and when the password was last entered. Ends all sessions. */
  '012-accounts': async ({ db }) => {
    await db.schema
      .alterTable('admin_users')
      .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()

    await db.schema.dropTable('sessions').execute()
    await db.schema
      .createTable('sessions')
      .addColumn('sid_digest', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('started_at', 'text', (c) => c.notNull())
      .addColumn('confirmed_at', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  },

  /** What was posted where, and orders to take posts down that outlive their group; nothing personal (D78). */
  '013-takedowns': async ({ db, withIdentity }) => {
    // A rollback of the storage migration leaves postings where they are, so nothing refers to groups.
    await withIdentity(db.schema.createTable('postings'))
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('platform_id', 'integer', (c) => c.notNull().references('social_media_platforms.platform_id'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('image_ids', 'text', (c) => c.notNull())
      .addColumn('posted_at', 'text', (c) => c.notNull())
      .addColumn('taken_down_at', 'text')
      .addColumn('taken_down_by', 'text')
      .execute()
    await db.schema.createIndex('postings_group').on('postings').columns(['group_id', 'platform_id']).execute()

    await withIdentity(db.schema.createTable('takedowns'))
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('platform_id', 'integer', (c) => c.notNull().references('social_media_platforms.platform_id'))
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('url', 'text')
      .addColumn('ordered_at', 'text')
      .addColumn('done_at', 'text')
      .addColumn('done_by', 'text')
      .execute()
    await db.schema.createIndex('takedowns_group').on('takedowns').column('group_id').execute()
  },

  /** Authenticator apps, passkeys, recovery codes, and what is under way between two requests. */
  '014-second-factors': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('second_factors'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('confirmed', 'integer', (c) => c.notNull())
      .addColumn('sealed_secret', 'text')
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('credential_id', 'text', (c) => c.unique())
      .addColumn('public_key', 'text')
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('second_factors_user').on('second_factors').column('user_id').execute()

    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
      .addColumn('code_digest', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_digest'])
      .execute()

    await db.schema
      .createTable('auth_challenges')
      .addColumn('challenge_digest', 'text', (c) => c.primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('auth_challenges_user').on('auth_challenges').column('user_id').execute()
  },

  /** Who did what. No reference to the accounts: an entry outlives its account. */
  '015-admin-audit': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('admin_audit_log'))
      .addColumn('actor_id', 'integer')
      .addColumn('actor_name', 'text', (c) => c.notNull())
      .addColumn('actor_key', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('target_type', 'text')
      .addColumn('target_id', 'text')
      .addColumn('details', 'text')
      .addColumn('ip_address', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('admin_audit_actor').on('admin_audit_log').columns(['actor_key', 'id']).execute()
    await db.schema.createIndex('admin_audit_action').on('admin_audit_log').columns(['action', 'id']).execute()
    await db.schema.createIndex('admin_audit_time').on('admin_audit_log').column('created_at').execute()
  },
}
