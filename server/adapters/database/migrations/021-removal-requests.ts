import type { Migration } from './migration.ts'

/** People who want a photo removed (D70). Requests outlive the photo, so nothing refers to it. */
export const removalRequests: Migration = async ({ db }) => {
  await db.schema
    .createTable('removal_requests')
    .addColumn('request_id', 'text', (c) => c.primaryKey())
    .addColumn('image_id', 'integer')
    .addColumn('group_id', 'text')
    .addColumn('code', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('contact', 'text')
    .addColumn('address', 'text')
    .addColumn('hidden_at_once', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deadline', 'text', (c) => c.notNull())
    .addColumn('decision', 'text')
    .addColumn('note', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('redacted_at', 'text')
    .execute()
  const index = (name: string, column: string) =>
    db.schema.createIndex(`removal_requests_${name}`).on('removal_requests').column(column).execute()
  await index('image', 'image_id')
  await index('group', 'group_id')
  await index('decided', 'decided_at')
}
