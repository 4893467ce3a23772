import type { Migration } from './migration.ts'

/** What was posted where, and orders to take posts down that outlive their group; nothing personal (D78). */
export const takedowns: Migration = async ({ db, withIdentity }) => {
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
}
