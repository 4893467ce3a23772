import type { Migration } from './migration.ts'

/** What a group was before its owner changed it after an approval. */
export const lastApproved: Migration = async ({ db }) => {
  await db.schema.alterTable('groups').addColumn('last_approved', 'text').execute()
  // The states that they compare lack the column.
  await db.deleteFrom('moderation_undo').execute()
}
