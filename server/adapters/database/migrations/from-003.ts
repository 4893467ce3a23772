import { sql } from 'kysely'
import type { Migrations } from './migration.ts'

export const migrationsFrom003: Migrations = {
  '003-logs': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('deletion_log'))
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('year', 'integer', (c) => c.notNull())
      .addColumn('image_count', 'integer', (c) => c.notNull())
      .addColumn('upload_date', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'text', (c) => c.notNull())
      .addColumn('deletion_reason', 'text', (c) => c.notNull())
      .addColumn('total_file_size', 'bigint', (c) => c.notNull())
      .execute()

    await withIdentity(db.schema.createTable('management_audit_log'))
      .addColumn('group_id', 'text')
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('success', 'integer', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('ip_address', 'text')
      .addColumn('user_agent', 'text')
      .addColumn('request_data', 'text')
      .addColumn('management_token', 'text')
      .addColumn('source_host', 'text')
      .addColumn('source_type', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('management_audit_log_group')
      .on('management_audit_log')
      .columns(['group_id', 'id'])
      .execute()
    await db.schema
      .createIndex('management_audit_log_created')
      .on('management_audit_log')
      .column('created_at')
      .execute()
  },

  '004-admins': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('admin_users'))
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('username_key', 'text', (c) => c.notNull().unique())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('requires_password_change', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('sessions')
      .addColumn('sid_digest', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.references('admin_users.id').onDelete('cascade'))
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  },

  '005-background-work': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('notifications'))
      .addColumn('group_id', 'text')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_attempt_at', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('notifications_next').on('notifications').columns(['next_attempt_at', 'id']).execute()

    await db.schema
      .createTable('jobs')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('last_run_at', 'text')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'text')
      .execute()

    await db.schema
      .createTable('service_state')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
  },

  /** What the admins' lists go by: state and age of groups, consents in force, revoked consents. */
  '006-moderation': async ({ db }) => {
    await db.schema.alterTable('group_social_media_consents').addColumn('taken_down_by', 'text').execute()
    await db.schema
      .createIndex('groups_approved')
      .on('groups')
      .columns(['approved', 'upload_date', 'group_id'])
      .execute()
    await db.schema
      .createIndex('group_social_media_consents_in_force')
      .on('group_social_media_consents')
      .columns(['platform_id', 'group_id'])
      .where(sql.ref('consented'), '=', 1)
      .where(sql.ref('revoked'), '=', 0)
      .execute()
    await db.schema
      .createIndex('group_social_media_consents_revoked')
      .on('group_social_media_consents')
      .column('revoked_timestamp')
      .where(sql.ref('revoked'), '=', 1)
      .execute()
  },

  /** A run by hand is a run, but not the one that is due: the two are kept apart. */
  '007-served-jobs': async ({ db }) => {
    await db.schema.alterTable('jobs').addColumn('last_served_at', 'text').execute()
  },

  '008-failed-validations': async ({ db }) => {
    await db.schema
      .createTable('failed_validations')
      .addColumn('address', 'text', (c) => c.primaryKey())
      .addColumn('failed_at', 'text', (c) => c.notNull())
      .addColumn('banned_until', 'text')
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('failed_validations_expiry').on('failed_validations').column('expires_at').execute()
  },

  '009-image-additions': async ({ db }) => {
    await db.schema
      .createTable('image_additions')
      .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
      .addColumn('addition_key', 'text', (c) => c.notNull())
      .addColumn('image_count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('image_additions_key', ['group_id', 'addition_key'])
      .execute()
  },

  /** The few rows that background work and lists look for among very many, and the order of the groups deleted next. */
  '010-rare-rows': async ({ db }) => {
    await db.schema
      .createIndex('images_without_facts')
      .on('images')
      .column('id')
      .where(sql.ref('width'), 'is', null)
      .execute()
    await db.schema
      .createIndex('groups_changed')
      .on('groups')
      .columns(['upload_date', 'group_id'])
      .where(sql.ref('changes_since_approval'), '<>', sql.lit('[]'))
      .execute()
    await db.schema
      .createIndex('groups_deadline')
      .on('groups')
      .expression(sql`(case when first_approved_at is null then 0 else 1 end)`)
      .columns(['upload_date', 'group_id'])
      .execute()
  },
}
