import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const logs: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('deletion_log'))
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('image_count', 'integer', (c) => c.notNull())
    .addColumn('upload_date', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addColumn('deletion_reason', 'text', (c) => c.notNull())
    .addColumn('total_file_size', 'bigint', (c) => c.notNull())
    .execute()

  await withIdentity(db.schema.createTable('management_audit_log'))
    .addColumn('group_id', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('success', 'integer', (c) => c.notNull())
    .addColumn('error_message', 'text')
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('request_data', 'text')
    .addColumn('management_token', 'text')
    .addColumn('source_host', 'text')
    .addColumn('source_type', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('management_audit_log_group')
    .on('management_audit_log')
    .columns(['group_id', 'id'])
    .execute()
  await db.schema.createIndex('management_audit_log_created').on('management_audit_log').column('created_at').execute()
}
