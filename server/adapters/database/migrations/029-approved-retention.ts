import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** When each setting was set, and approved groups by age: a retention deletes them (D75). */
export const approvedRetention: Migration = async ({ db }) => {
  await db.schema.alterTable('settings').addColumn('changed_at', 'text').execute()
  await db.schema
    .createIndex('groups_first_approved')
    .on('groups')
    .columns(['first_approved_at', 'group_id'])
    .where(sql.ref('first_approved_at'), 'is not', null)
    .execute()
}
