import type { Migration } from './migration.ts'

/** What the moderators' search looks through. Rows for groups that exist already come after the start. */
export const groupSearch: Migration = async ({ db, withIdentity, createSearchIndex }) => {
  await withIdentity(db.schema.createTable('group_search'))
    .addColumn('group_id', 'text', (c) => c.notNull().unique().references('groups.group_id').onDelete('cascade'))
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await createSearchIndex(db)
}
