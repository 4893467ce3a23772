import type { Migration } from './migration.ts'

/** A platform without a position comes after those with one, in the order of the ids. */
export const platformOrder: Migration = async ({ db }) => {
  await db.schema.alterTable('social_media_platforms').addColumn('position', 'integer').execute()
}
