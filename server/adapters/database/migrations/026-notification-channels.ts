import type { Migration } from './migration.ts'

/** One row per channel: a channel that is down neither delays nor repeats the messages of the others. */
export const notificationChannels: Migration = async ({ db }) => {
  await db.schema
    .alterTable('notifications')
    .addColumn('channel', 'text', (c) => c.notNull().defaultTo('chat'))
    .execute()
}
