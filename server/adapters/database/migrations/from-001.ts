import { sql } from 'kysely'
import type { Migrations, Schema } from './migration.ts'

export const migrationsFrom001: Migrations = {
  '001-groups': async (schema) => {
    await createGroups(schema)
    await createImages(schema)
    await createChanges(schema)
  },

  '002-consents': async (schema) => {
    await createPlatforms(schema)
    await createConsents(schema)
  },
}

async function createGroups({ db }: Schema): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('group_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text')
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('upload_date', 'text', (c) => c.notNull())
    .addColumn('capture_date', 'text')
    .addColumn('approved', 'integer', (c) => c.notNull())
    .addColumn('first_approved_at', 'text')
    .addColumn('changes_since_approval', 'text', (c) => c.notNull())
    .addColumn('display_in_workshop', 'integer', (c) => c.notNull())
    .addColumn('consent_timestamp', 'text')
    .addColumn('workshop_revoked_timestamp', 'text')
    .addColumn('management_token', 'text', (c) => c.notNull().unique())
    .addColumn('upload_key', 'text', (c) => c.unique())
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // The cleanup looks for never-approved groups by age, the admin list is sorted by upload date.
  await db.schema.createIndex('groups_upload_date').on('groups').columns(['upload_date', 'group_id']).execute()
  await db.schema.createIndex('groups_capture_date').on('groups').column('capture_date').execute()
  await db.schema
    .createIndex('groups_never_approved')
    .on('groups')
    .column('upload_date')
    .where(sql.ref('first_approved_at'), 'is', null)
    .execute()
}

async function createImages({ db, withIdentity }: Schema): Promise<void> {
  await withIdentity(db.schema.createTable('images'))
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
    .addColumn('file_name', 'text', (c) => c.notNull().unique())
    .addColumn('original_name', 'text')
    .addColumn('preview_path', 'text', (c) => c.notNull().unique())
    .addColumn('file_size', 'integer', (c) => c.notNull())
    .addColumn('mime_type', 'text', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('upload_order', 'integer', (c) => c.notNull())
    .addColumn('image_description', 'text')
    .addColumn('exif_date_taken', 'text')
    .addColumn('exif_camera_model', 'text')
    .addColumn('exif_location_lat', 'real')
    .addColumn('exif_location_lon', 'real')
    .execute()
  await db.schema.createIndex('images_group').on('images').columns(['group_id', 'upload_order']).execute()
  await db.schema.createIndex('images_exif_date_taken').on('images').column('exif_date_taken').execute()

  await db.schema
    .createTable('file_removals')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_removals_key', ['kind', 'name'])
    .execute()
  await db.schema.createIndex('file_removals_due').on('file_removals').column('due_at').execute()
}

async function createChanges({ db }: Schema): Promise<void> {
  await db.schema
    .createTable('group_changes')
    .addColumn('group_id', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('group_changes_version').on('group_changes').column('version').execute()
  await db.schema
    .createTable('content_version')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into content_version (id, version) values (1, 0)`.execute(db)
}

async function createPlatforms({ db }: Schema): Promise<void> {
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
}

async function createConsents({ db, withIdentity }: Schema): Promise<void> {
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
