import type { Migration } from './migration.ts'

/** What the address of a slideshow page says goes on when it gets a name. */
export const pairingSettings: Migration = async ({ db }) => {
  await db.schema.alterTable('screen_pairings').addColumn('settings', 'text').execute()
}
