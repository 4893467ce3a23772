import { type Selectable, sql } from 'kysely'
import type { NotificationsTable } from '#server/adapters/database/tables.ts'
import type { NotificationOutbox, QueuedNotification } from '#server/ports/notifications/notification-outbox.ts'
import type { StoreContext } from './context.ts'

const dayMs = 24 * 60 * 60_000

const toNotification = ({ id, group_id, kind, payload, attempts, created_at }: Selectable<NotificationsTable>) =>
  ({ id, groupId: group_id, kind, payload: JSON.parse(payload), attempts, createdAt: created_at }) as QueuedNotification

function queue({ db, queued }: StoreContext): Pick<NotificationOutbox, 'add' | 'next'> {
  return {
    async add({ channel, groupId, kind, payload, createdAt }) {
      const row = {
        channel,
        group_id: groupId,
        kind,
        payload: JSON.stringify(payload),
        created_at: createdAt,
        attempts: 0,
        next_attempt_at: createdAt,
        expires_at: new Date(Date.parse(createdAt) + dayMs).toISOString(),
      }
      await db.insertInto('notifications').values(row).execute()
      queued()
    },

    async next(channel, now) {
      const ofChannel = db.selectFrom('notifications as n').selectAll('n').where('n.channel', '=', channel)
      const row = await ofChannel
        .where('n.next_attempt_at', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notifications as earlier')
                .select('earlier.id')
                .whereRef('earlier.channel', '=', 'n.channel')
                .whereRef('earlier.group_id', '=', 'n.group_id')
                .whereRef('earlier.id', '<', 'n.id'),
            ),
          ),
        )
        .orderBy('n.id')
        .limit(1)
        .executeTakeFirst()
      return row && toNotification(row)
    },
  }
}

function removals({ db }: StoreContext): Pick<NotificationOutbox, 'remove' | 'removeOfGroup'> {
  return {
    async remove(id) {
      await db.deleteFrom('notifications').where('id', '=', id).execute()
    },

    async removeOfGroup(groupId) {
      await db.deleteFrom('notifications').where('group_id', '=', groupId).execute()
    },
  }
}

function deliveryFailures({
  db,
}: StoreContext): Pick<NotificationOutbox, 'postpone' | 'countFailure' | 'removeUndeliverable'> {
  return {
    async postpone(id, nextAttemptAt) {
      await db
        .updateTable('notifications')
        .set({ attempts: sql`attempts + 1`, next_attempt_at: nextAttemptAt })
        .where('id', '=', id)
        .execute()
    },

    async countFailure(channel, now) {
      await db
        .updateTable('notifications')
        .set({ attempts: sql`attempts + 1` })
        .where('channel', '=', channel)
        .where('next_attempt_at', '<=', now)
        .execute()
    },

    async removeUndeliverable(channel, { now, attempts }) {
      const rows = await db
        .deleteFrom('notifications')
        .where('channel', '=', channel)
        .where('expires_at', '<=', now)
        .where('attempts', '>=', attempts)
        .returningAll()
        .execute()
      return rows.map(toNotification)
    },
  }
}

export const notificationOutbox = (context: StoreContext): NotificationOutbox => ({
  ...queue(context),
  ...removals(context),
  ...deliveryFailures(context),
})
