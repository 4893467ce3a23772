import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What a preview looks like, and an index of the few images without this. */
export const imageMarks: Migration = async ({ db }) => {
  await db.schema.alterTable('images').addColumn('perceptual_hash', 'text').execute()
  await db.schema.alterTable('images').addColumn('sharpness', 'integer').execute()
  await db.schema
    .createIndex('images_without_marks')
    .on('images')
    .column('id')
    .where(sql.ref('sharpness'), 'is', null)
    .execute()
}
