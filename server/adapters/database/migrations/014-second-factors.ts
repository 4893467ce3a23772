import type { Migration } from './migration.ts'

/** Authenticator apps, passkeys, recovery codes, and what is under way between two requests. */
export const secondFactors: Migration = async ({ db, withIdentity }) => {
  await withIdentity(db.schema.createTable('second_factors'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('confirmed', 'integer', (c) => c.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.unique())
    .addColumn('public_key', 'text')
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('second_factors_user').on('second_factors').column('user_id').execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('code_digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_digest'])
    .execute()

  await db.schema
    .createTable('auth_challenges')
    .addColumn('challenge_digest', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('credential', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('auth_challenges_user').on('auth_challenges').column('user_id').execute()
}
