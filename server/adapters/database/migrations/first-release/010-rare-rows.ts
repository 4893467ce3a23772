import { sql } from 'kysely'
import type { Migration } from '#server/adapters/database/migrations/migration.ts'

/** The few rows that background work and lists look for among very many, and the order of the groups deleted next. */
export const indexesOfRareRows: Migration = async ({ db }) => {
  await db.schema
    .createIndex('images_without_facts')
    .on('images')
    .column('id')
    .where(sql.ref('width'), 'is', null)
    .execute()
  await db.schema
    .createIndex('groups_changed')
    .on('groups')
    .columns(['upload_date', 'group_id'])
    .where(sql.ref('changes_since_approval'), '<>', sql.lit('[]'))
    .execute()
  await db.schema
    .createIndex('groups_deadline')
    .on('groups')
    .expression(sql`(case when first_approved_at is null then 0 else 1 end)`)
    .columns(['upload_date', 'group_id'])
    .execute()
}
