import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const consents: Migration = async ({ db, withIdentity }) => {
  await db.schema
    .createTable('social_media_platforms')
    .addColumn('platform_id', 'integer', (c) => c.primaryKey())
    .addColumn('platform_name', 'text', (c) => c.notNull().unique())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('icon_name', 'text', (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .execute()
  await db
    .insertInto('social_media_platforms')
    .values([
      { platform_id: 1, platform_name: 'facebook', display_name: 'Facebook', icon_name: 'facebook', is_active: 1 },
      { platform_id: 2, platform_name: 'instagram', display_name: 'Instagram', icon_name: 'instagram', is_active: 1 },
      { platform_id: 3, platform_name: 'tiktok', display_name: 'TikTok', icon_name: 'tiktok', is_active: 1 },
    ])
    .execute()

  await db.schema
    .createTable('group_social_media_consents')
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
    .addColumn('platform_id', 'integer', (c) => c.notNull().references('social_media_platforms.platform_id'))
    .addColumn('consented', 'integer', (c) => c.notNull())
    .addColumn('consent_timestamp', 'text')
    .addColumn('revoked', 'integer', (c) => c.notNull())
    .addColumn('revoked_timestamp', 'text')
    .addColumn('taken_down_at', 'text')
    .addPrimaryKeyConstraint('group_social_media_consents_key', ['group_id', 'platform_id'])
    .execute()
  await db.schema
    .createIndex('group_social_media_consents_platform')
    .on('group_social_media_consents')
    .columns(['platform_id', 'group_id'])
    .execute()

  await withIdentity(db.schema.createTable('consent_history'))
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
    .addColumn('consent_type', 'text', (c) => c.notNull())
    .addColumn('platform_id', 'integer')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('changed_by', 'text', (c) => c.notNull())
    .addColumn('wording', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('consent_history_group').on('consent_history').columns(['group_id', 'id']).execute()
}
