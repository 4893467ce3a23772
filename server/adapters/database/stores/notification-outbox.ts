import { sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import type { NotificationOutbox, QueuedNotification } from '#server/ports/notifications/notification-outbox.ts'
import { all, exists, first, run, type StoreContext } from './queries.ts'

const dayMs = 24 * 60 * 60_000

const toNotification = ({ id, group_id, kind, payload, attempts, created_at }: Row<'notifications'>) =>
  ({ id, groupId: group_id, kind, payload: JSON.parse(payload), attempts, createdAt: created_at }) as QueuedNotification

/** The oldest that is due and behind no other of its group. */
const nextOf = (db: StoreContext['db'], channel: string, now: string) =>
  db
    .selectFrom('notifications as n')
    .selectAll('n')
    .where('n.channel', '=', channel)
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

export function notificationOutbox({ db, queued }: StoreContext): NotificationOutbox {
  const change = () => db.updateTable('notifications').set({ attempts: sql`attempts + 1` })
  const removal = () => db.deleteFrom('notifications')
  return {
    async add(notification) {
      const { createdAt } = notification
      const expires_at = new Date(Date.parse(createdAt) + dayMs).toISOString()
      const row = { ...toColumns(notification), attempts: 0, next_attempt_at: createdAt, expires_at }
      await db.insertInto('notifications').values(row).execute()
      queued()
    },

    next: (channel, now) => first(nextOf(db, channel, now), toNotification),

    isQueued(channel, kind) {
      const queued = db.selectFrom('notifications').where('channel', '=', channel).where('kind', '=', kind)
      return exists(queued.select('id').limit(1))
    },

    remove: (id) => run(removal().where('id', '=', id)),
    removeOfGroup: (groupId) => run(removal().where('group_id', '=', groupId)),
    postpone: (id, nextAttemptAt) => run(change().set({ next_attempt_at: nextAttemptAt }).where('id', '=', id)),

    countFailure: (channel, now) => run(change().where('channel', '=', channel).where('next_attempt_at', '<=', now)),

    removeUndeliverable(channel, { now, attempts }) {
      const undeliverable = removal().where('channel', '=', channel).where('expires_at', '<=', now)
      return all(undeliverable.where('attempts', '>=', attempts).returningAll(), toNotification)
    },
  }
}
