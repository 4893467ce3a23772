import type { Migration } from './migration.ts'

/** Digests of management tokens whose groups are gone. */
export const formerTokens: Migration = async ({ db }) => {
  await db.schema
    .createTable('former_tokens')
    .addColumn('token_digest', 'text', (c) => c.primaryKey())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('former_tokens_time').on('former_tokens').column('ended_at').execute()
}
