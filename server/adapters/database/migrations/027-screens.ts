import type { Migration } from './migration.ts'

/** Slideshow pages with a name (D77), and the codes of those that wait for one. */
export const screens: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('screens'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('paused', 'integer', (c) => c.notNull())
    .addColumn('commands', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addColumn('image_id', 'integer')
    .addColumn('version', 'text')
    .addColumn('silence_reported_at', 'text')
    .execute()
  await db.schema
    .createTable('screen_pairings')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
}
