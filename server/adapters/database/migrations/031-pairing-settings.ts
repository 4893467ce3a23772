import type { Migration } from './migration.ts'

/** The settings in the address of a slideshow page continue to apply when the page is paired. */
export const pairingSettings: Migration = async ({ db }) => {
  await db.schema.alterTable('screen_pairings').addColumn('settings', 'text').execute()
}
