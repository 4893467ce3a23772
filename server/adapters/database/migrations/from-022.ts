import { sql } from 'kysely'
import type { Migrations } from './migration.ts'

export const migrationsFrom022: Migrations = {
  /** Uploads that arrive in pieces (D66). */
  '022-submissions': async ({ db }) => {
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
  },

  /** The texts that visitors agreed to, and in which language (D74). */
  '023-consent-proof': async ({ db }) => {
    await db.schema.alterTable('consent_history').addColumn('language', 'text').execute()
    await db.schema
      .createTable('consent_texts')
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('consent_type', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('consent_texts_key', ['version', 'language', 'consent_type'])
      .execute()
  },

  /** What a group was before its owner changed it after an approval. */
  '024-last-approved': async ({ db }) => {
    await db.schema.alterTable('groups').addColumn('last_approved', 'text').execute()
    // The states that they compare lack the column.
    await db.deleteFrom('moderation_undo').execute()
  },

  /** What a preview looks like, and an index of the few images without this. */
  '025-image-marks': async ({ db }) => {
    await db.schema.alterTable('images').addColumn('perceptual_hash', 'text').execute()
    await db.schema.alterTable('images').addColumn('sharpness', 'integer').execute()
    await db.schema
      .createIndex('images_without_marks')
      .on('images')
      .column('id')
      .where(sql.ref('sharpness'), 'is', null)
      .execute()
  },

  /** One row per channel: a channel that is down neither delays nor repeats the messages of the others. */
  '026-notification-channels': async ({ db }) => {
    await db.schema
      .alterTable('notifications')
      .addColumn('channel', 'text', (c) => c.notNull().defaultTo('chat'))
      .execute()
  },

  /** Slideshow pages with a name (D77), and the codes of those that wait for one. */
  '027-screens': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('screens'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('paused', 'integer', (c) => c.notNull())
      .addColumn('commands', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('last_seen_at', 'text', (c) => c.notNull())
      .addColumn('image_id', 'integer')
      .addColumn('version', 'text')
      .addColumn('silence_reported_at', 'text')
      .execute()
    await db.schema
      .createTable('screen_pairings')
      .addColumn('code', 'text', (c) => c.primaryKey())
      .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
  },
}
