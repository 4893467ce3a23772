import type { Migration } from './migration.ts'

/** Uploads that arrive in pieces (D66). */
export const submissions: Migration = async ({ db }) => {
  await db.schema
    .createTable('submissions')
    .addColumn('submission_digest', 'text', (c) => c.primaryKey())
    .addColumn('texts', 'text', (c) => c.notNull())
    .addColumn('files', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.references('groups.group_id').onDelete('cascade'))
    .addColumn('token_digest', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('submissions_end').on('submissions').column('expires_at').execute()
  await db.schema.createIndex('submissions_group').on('submissions').column('group_id').execute()
}
