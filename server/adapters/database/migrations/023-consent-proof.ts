import type { Migration } from './migration.ts'

/** The texts that visitors agreed to, and in which language (D74). */
export const consentProof: Migration = async ({ db }) => {
  await db.schema.alterTable('consent_history').addColumn('language', 'text').execute()
  await db.schema
    .createTable('consent_texts')
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('consent_type', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('consent_texts_key', ['version', 'language', 'consent_type'])
    .execute()
}
