import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const imageAdditions: Migration = async ({ db }) => {
  await db.schema
    .createTable('image_additions')
    .addColumn('group_id', 'text', (c) => c.notNull().references('groups.group_id').onDelete('cascade'))
    .addColumn('addition_key', 'text', (c) => c.notNull())
    .addColumn('image_count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('image_additions_key', ['group_id', 'addition_key'])
    .execute()
}
