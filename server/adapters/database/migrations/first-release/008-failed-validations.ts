import type { Migration } from '#server/adapters/database/migrations/migration.ts'

export const failedValidations: Migration = async ({ db }) => {
  await db.schema
    .createTable('failed_validations')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('failed_at', 'text', (c) => c.notNull())
    .addColumn('banned_until', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('failed_validations_expiry').on('failed_validations').column('expires_at').execute()
}
