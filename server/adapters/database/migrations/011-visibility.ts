import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What a moderator has seen, hidden and taken back; names under which files are served apart from those on disk (D44 to D47, D71). */
export const visibility: Migration = async ({ db }) => {
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
}
