import type { Migration } from './migration.ts'

/** Distinguishes a repeated request from another one with the same key. */
export const bodyDigests: Migration = async ({ db }) => {
  await db.schema.alterTable('groups').addColumn('upload_digest', 'text').execute()
  await db.schema.alterTable('image_additions').addColumn('body_digest', 'text').execute()
  await db.schema.alterTable('image_additions').addColumn('created_at', 'text').execute()
}
