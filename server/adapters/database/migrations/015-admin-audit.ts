import type { Migration } from './migration.ts'

/** Who did what. No reference to the accounts: an entry outlives its account. */
export const adminAudit: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('admin_audit_log'))
    .addColumn('actor_id', 'integer')
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('actor_key', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('target_type', 'text')
    .addColumn('target_id', 'text')
    .addColumn('details', 'text')
    .addColumn('ip_address', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('admin_audit_actor').on('admin_audit_log').columns(['actor_key', 'id']).execute()
  await db.schema.createIndex('admin_audit_action').on('admin_audit_log').columns(['action', 'id']).execute()
  await db.schema.createIndex('admin_audit_time').on('admin_audit_log').column('created_at').execute()
}
