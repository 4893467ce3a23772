import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Migrations } from './migration.ts'

export const migrationsFrom028: Migrations = {
  /** What the operator sets on a page (D75), and every change of it. */
  '028-settings': async ({ db, withIdentity }) => {
    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await withIdentity(db.schema.createTable('setting_changes'))
      .addColumn('changed_at', 'text', (c) => c.notNull())
      .addColumn('changed_by', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .execute()
  },

  /** When each setting was set, and approved groups by age: a retention deletes them (D75). */
  '029-approved-retention': async ({ db }) => {
    await db.schema.alterTable('settings').addColumn('changed_at', 'text').execute()
    await db.schema
      .createIndex('groups_first_approved')
      .on('groups')
      .columns(['first_approved_at', 'group_id'])
      .where(sql.ref('first_approved_at'), 'is not', null)
      .execute()
  },

  /** For what is read of a million groups: sums without the rows, newest first without sorting all. */
  '030-list-indexes': async ({ db }) => {
    const index = (name: string) => db.schema.createIndex(name)
    await index('groups_pending_deadline')
      .on('groups')
      .expression(sql`(case when first_approved_at is null then 0 else 1 end), upload_date, group_id`)
      .where(sql.ref('approved'), '=', 0)
      .execute()
    await index('groups_year').on('groups').columns(['year', 'upload_date', 'group_id']).execute()
    await index('images_sizes').on('images').columns(['id', 'file_size']).execute()
    await index('deletion_log_deleted').on('deletion_log').column('deleted_at').execute()
    await index('deletion_log_uploaded').on('deletion_log').column('upload_date').execute()
    await index('admin_audit_actors')
      .on('admin_audit_log')
      .column('actor_key')
      .where(sql<SqlBool>`actor_id is not null or ip_address is null`)
      .execute()
    await db.schema.dropIndex('group_social_media_consents_revoked').execute()
    await index('group_social_media_consents_revoked')
      .on('group_social_media_consents')
      .expression(sql`(coalesce(revoked_timestamp, '')) desc, group_id, platform_id`)
      .where(sql.ref('revoked'), '=', 1)
      .execute()
    await index('takedowns_newest')
      .on('takedowns')
      .expression(sql`(coalesce(ordered_at, '')) desc, group_id, platform_id, id`)
      .execute()
    await index('removal_requests_open')
      .on('removal_requests')
      .columns(['deadline', 'request_id'])
      .where(sql.ref('decision'), 'is', null)
      .execute()
    await index('removal_requests_address')
      .on('removal_requests')
      .column('address')
      .where(sql.ref('decision'), 'is', null)
      .execute()
  },

  /** The settings in the address of a slideshow page continue to apply when the page is paired. */
  '031-pairing-settings': async ({ db }) => {
    await db.schema.alterTable('screen_pairings').addColumn('settings', 'text').execute()
  },

  /** A platform without a position comes after those with one, in the order of the ids. */
  '032-platform-order': async ({ db }) => {
    await db.schema.alterTable('social_media_platforms').addColumn('position', 'integer').execute()
  },

  /** With the column of the filter first, one index serves filter and order; otherwise all pending groups are sorted. */
  '033-pending-by-deadline': async ({ db }) => {
    await db.schema.dropIndex('groups_pending_deadline').execute()
    await db.schema
      .createIndex('groups_pending_deadline')
      .on('groups')
      .expression(sql`approved, (case when first_approved_at is null then 0 else 1 end), upload_date, group_id`)
      .where(sql.ref('approved'), '=', 0)
      .execute()
  },

  /** Every group belongs to one exhibition; those of before to the first, `main` (D79, D86). */
  '034-exhibitions': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('exhibitions'))
      .addColumn('slug', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text')
      .addColumn('opens_at', 'text')
      .addColumn('closes_at', 'text')
      .addColumn('ends_at', 'text')
      .addColumn('deleted_after_days', 'integer')
      .addColumn('access_code', 'text')
      .addColumn('texts', 'text', (c) => c.notNull())
      .addColumn('platform_ids', 'text')
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('group_count_at_end', 'integer')
      .addColumn('deleted', 'integer', (c) => c.notNull())
      .execute()
    await sql`insert into exhibitions (slug, texts, revision, deleted) values ('main', '{}', 1, 0)`.execute(db)
    const groups = () => db.schema.alterTable('groups')
    await groups()
      .addColumn('exhibition_id', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await groups()
      .addColumn('is_exhibition_ended', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('groups_exhibition')
      .on('groups')
      .columns(['exhibition_id', 'approved', 'upload_date', 'group_id'])
      .execute()
  },

  /** Few photos are hidden: the feed finds their groups without a look at all photos. */
  '035-hidden-images': async ({ db }) => {
    await db.schema
      .createIndex('images_hidden')
      .on('images')
      .column('group_id')
      .where(sql.ref('hidden_reason'), 'is not', null)
      .execute()
  },

  /** The groups that an end takes out of public view or brings back, and in the ledger with which exhibition (D85). */
  '036-ended-groups': async ({ db }) => {
    await db.schema
      .createIndex('groups_ended')
      .on('groups')
      .columns(['is_exhibition_ended', 'exhibition_id', 'group_id'])
      .execute()
    await db.schema.alterTable('withdrawals').addColumn('exhibition_id', 'integer').execute()
  },

  /** Accounts that see some exhibitions only, groups of one in the order of their lists, and of which one deleted groups were (D84). */
  '037-limited-accounts': async ({ db }) => {
    await db.schema.alterTable('admin_users').addColumn('exhibition_ids', 'text').execute()
    await db.schema
      .alterTable('deletion_log')
      .addColumn('exhibition_id', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createIndex('deletion_log_group')
      .on('deletion_log')
      .columns(['group_id', 'id', 'exhibition_id'])
      .execute()
    await db.schema.createIndex('deletion_log_exhibition').on('deletion_log').columns(['exhibition_id', 'id']).execute()
    await db.schema
      .createIndex('groups_exhibition_newest')
      .on('groups')
      .columns(['exhibition_id', 'upload_date', 'group_id'])
      .execute()
  },

  /** A screen shows the photos of `main`, as before, until an admin chooses others (D83). */
  '038-screen-exhibitions': async ({ db }) => {
    await db.schema
      .alterTable('screens')
      .addColumn('exhibitions', 'text', (c) => c.notNull().defaultTo('["main"]'))
      .execute()
  },

  /** What one sees in a photo, for people who do not see it, beside its caption; and what the public gets of it (D45). */
  '040-alt-texts': async ({ db }) => {
    for (const column of ['alt_text', 'published_alt_text']) {
      await db.schema.alterTable('images').addColumn(column, 'text').execute()
    }
  },

  /** Links with which the team uploads under a name, and the groups that came with one (D91). */
  '041-staff-links': async ({ db, withIdentity }) => {
    await withIdentity(db.schema.createTable('staff_links'))
      .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('exhibition_id', 'integer', (c) => c.notNull())
      .addColumn('approves_at_once', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .addColumn('revoked_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('created_by_id', 'integer', (c) => c.notNull())
      .addColumn('created_by_name', 'text', (c) => c.notNull())
      .execute()
    await db.schema.alterTable('groups').addColumn('staff_name', 'text').execute()
  },

  /** Deciding from the chat (D92): whose account a chat user decides for, messages with buttons, photos in the chat. */
  '042-chat-moderation': async ({ db }) => {
    await db.schema
      .createTable('chat_bindings')
      .addColumn('user_id', 'integer', (c) => c.primaryKey())
      .addColumn('chat_user_id', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('bound_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('chat_messages')
      .addColumn('message_key', 'text', (c) => c.primaryKey())
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('seen', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text')
      .addColumn('decided_by', 'text')
      .execute()
    await db.schema
      .createTable('chat_photos')
      .addColumn('chat_id', 'text', (c) => c.notNull())
      .addColumn('preview_path', 'text', (c) => c.notNull())
      .addColumn('image_id', 'integer', (c) => c.notNull())
      .addColumn('message_id', 'integer')
      .addColumn('unanswered', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('chat_photos_pk', ['chat_id', 'preview_path'])
      .execute()
  },

  /** The gallery on the web (D90): a platform of its own, which nobody is asked for yet, and the secret of its addresses. */
  '043-gallery': async ({ db }) => {
    await db.schema
      .alterTable('exhibitions')
      .addColumn('gallery', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    const platforms = await db.selectFrom('social_media_platforms').select(['platform_id', 'platform_name']).execute()
    // An operator who has one with this name asks for the same thing already.
    if (!platforms.some((each) => each.platform_name === 'website')) {
      const platform_id = Math.max(0, ...platforms.map((each) => Number(each.platform_id))) + 1
      const website = { platform_id, platform_name: 'website', display_name: 'Our website', icon_name: 'globe' }
      await db
        .insertInto('social_media_platforms')
        .values({ ...website, is_active: 0 })
        .execute()
    }
    const value = randomBytes(32).toString('base64url')
    await db.insertInto('service_state').values({ name: 'gallery_secret', value }).execute()
  },

  /** 2.1.0 did not always store in a bucket what it had removed from a migrated photo (D12): all are read again, known by their names. */
  '044-read-migrated-again': async ({ db }) => {
    const images = db.updateTable('images').set({ width: null })
    // Those of uploads have 160 random bits as base64url.
    await images.where('stored_name', 'not like', `${'_'.repeat(27)}.%`).execute()
    // Those of other programs can be as long: of a group that is older than the last migration.
    const state = db.selectFrom('service_state').select('value').where('name', '=', 'storage_migration')
    const { value } = (await state.executeTakeFirst()) ?? {}
    const { lastMigration }: { lastMigration?: string | null } = JSON.parse(value || '{}')
    const older = db
      .selectFrom('groups')
      .select('group_id')
      .where('upload_date', '<', lastMigration ?? '')
    await images.where('group_id', 'in', older).execute()
  },
}
