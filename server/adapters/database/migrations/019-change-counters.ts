import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Many counters instead of one number: concurrent changes do not wait for each other. */
export const changeCounters: Migration = async ({ db }) => {
  await db.schema
    .createTable('change_counters')
    .addColumn('slot', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into change_counters (slot, version) select 0, version from content_version`.execute(db)
  await db.schema.dropTable('content_version').execute()
  await db.schema
    .alterTable('group_changes')
    .addColumn('slot', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('group_changes_version').execute()
  await db.schema.createIndex('group_changes_slot').on('group_changes').columns(['slot', 'version']).execute()
}
