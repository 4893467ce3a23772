import type { Migration } from './migration.ts'

/** Accounts can be disabled; sessions know when they began and when the password was last entered. Ends all sessions. */
export const accounts: Migration = async ({ db }) => {
  await db.schema
    .alterTable('admin_users')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  await db.schema.dropTable('sessions').execute()
  await db.schema
    .createTable('sessions')
    .addColumn('sid_digest', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('credential', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
}
