import type { Migration } from './migration.ts'

/** What the operator sets on a page (D75), and every change of it. */
export const settings: Migration = async ({ db, withIdentity }) => {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await withIdentity(db.schema.createTable('setting_changes'))
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('changed_by', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .execute()
}
