import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** SQLite takes an index for filter and order together only if the filter's column comes first; otherwise it sorts all pending groups. */
export const pendingByDeadline: Migration = async ({ db }) => {
  await db.schema.dropIndex('groups_pending_deadline').execute()
  await db.schema
    .createIndex('groups_pending_deadline')
    .on('groups')
    .expression(sql`approved, (case when first_approved_at is null then 0 else 1 end), upload_date, group_id`)
    .where(sql.ref('approved'), '=', 0)
    .execute()
}
