import { sql } from 'kysely'
import type { Migration } from '#server/adapters/database/migrations/migration.ts'

/** What the admins' lists go by: state and age of groups, consents in force, revoked consents. */
export const moderation: Migration = async ({ db }) => {
  await db.schema.alterTable('group_social_media_consents').addColumn('taken_down_by', 'text').execute()
  await db.schema.createIndex('groups_approved').on('groups').columns(['approved', 'upload_date', 'group_id']).execute()
  await db.schema
    .createIndex('group_social_media_consents_in_force')
    .on('group_social_media_consents')
    .columns(['platform_id', 'group_id'])
    .where(sql.ref('consented'), '=', 1)
    .where(sql.ref('revoked'), '=', 0)
    .execute()
  await db.schema
    .createIndex('group_social_media_consents_revoked')
    .on('group_social_media_consents')
    .column('revoked_timestamp')
    .where(sql.ref('revoked'), '=', 1)
    .execute()
}
