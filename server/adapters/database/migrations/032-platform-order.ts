import type { Migration } from './migration.ts'

/** Without a position a platform has the place of its id: behind all that have one. */
export const platformOrder: Migration = async ({ db }) => {
  await db.schema.alterTable('social_media_platforms').addColumn('position', 'integer').execute()
}
