import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const admins: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('admin_users'))
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('requires_password_change', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('sid_digest', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.references('admin_users.id').onDelete('cascade'))
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
}
