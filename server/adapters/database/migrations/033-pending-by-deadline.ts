import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** With the column of the filter first, one index serves filter and order; otherwise all pending groups are sorted. */
export const pendingByDeadline: Migration = async ({ db }) => {
  await db.schema.dropIndex('groups_pending_deadline').execute()
  await db.schema
    .createIndex('groups_pending_deadline')
    .on('groups')
    .expression(sql`approved, (case when first_approved_at is null then 0 else 1 end), upload_date, group_id`)
    .where(sql.ref('approved'), '=', 0)
    .execute()
}
