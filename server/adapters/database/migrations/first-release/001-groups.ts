import { sql } from 'kysely'
import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const groups: Migration = async ({ db, withIdentity }) => {
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
