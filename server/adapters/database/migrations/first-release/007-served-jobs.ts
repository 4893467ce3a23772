import type { Migration } from '#server/adapters/database/migrations/migration.ts'

/** A run by hand is a run, but not the one that is due: the two are kept apart. */
export const servedJobs: Migration = async ({ db }) => {
  await db.schema.alterTable('jobs').addColumn('last_served_at', 'text').execute()
}
