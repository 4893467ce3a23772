import type { ChannelName } from '#server/domain/notifications/channels.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { QueuedNotification } from '#server/ports/notifications/notification-outbox.ts'
import { deliverOne, type Sent } from './chat/deliver-to-chat.ts'

type DeliveryDeps = Pick<Deps, 'config' | 'database' | 'settings' | 'clock' | 'log' | 'messengers' | 'files'>

const jobOf = { chat: 'deliver_notifications', email: 'deliver_email', webhook: 'deliver_webhook' } as const
/** Longer than sending one message takes. */
const leaseMs = 30_000
const firstDelayMs = 5_000
const longestDelayMs = 30 * 60_000
/** After a start, one failure is not enough to give up a notification older than a day. */
const leastAttempts = 5

const delayAfter = (attempts: number) => Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1))
const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/** As which process, and by which channel. */
interface Deliverer {
  readonly channel: ChannelName
  readonly owner: string
}

/**
 * Delivers a channel's notifications that are due, oldest first, those of one group in order (D40). One process at a time delivers by
 * a channel. A
 * crash between sending a message and recording it repeats that message. `owner` names the process; `delivered` holds
 * what it has sent but could not record: after an outage of the database it records that and does not send it again.
 */
export async function deliverNotifications(
  deps: DeliveryDeps,
  { signal, delivered = new Map(), ...by }: Deliverer & { signal: AbortSignal; delivered?: Map<number, Sent> },
): Promise<void> {
  const { messengers, database, clock } = deps
  const messenger = messengers.get(by.channel)
  if (messenger === undefined) return
  if ((await database.nextNotification(by.channel, clock.now().toISOString())) === undefined) return
  while (!signal.aborted) {
    const notification = await claimNext(deps, by)
    if (notification === undefined) return
    const { id } = notification
    const delivery = delivered.get(id) ?? (await deliverOne(deps, messenger, notification))
    if (delivery.outcome === 'delivered') delivered.set(id, delivery)
    await note(deps, { ...by, notification, delivery })
    delivered.delete(id)
  }
  await database.transaction((tx) => tx.jobs.releaseLease(jobOf[by.channel], by.owner))
}

/** undefined when nothing is due, when another process delivers, and during a pause. */
function claimNext(
  { database, clock }: DeliveryDeps,
  { channel, owner }: Deliverer,
): Promise<QueuedNotification | undefined> {
  const job = jobOf[channel]
  const time = clock.now()
  const now = time.toISOString()
  return database.transaction(async (tx) => {
    if (!(await tx.jobs.acquireLease(job, { owner, now, until: later(time, leaseMs) }))) return undefined
    const next = await tx.notifications.next(channel, now)
    // In the same transaction: a process that adds a notification now can acquire the lease.
    if (next === undefined) await tx.jobs.releaseLease(job, owner)
    return next
  })
}

interface Attempt extends Deliverer {
  readonly notification: QueuedNotification
  readonly delivery: Sent
}

async function note({ database, clock, log }: DeliveryDeps, attempt: Attempt): Promise<void> {
  const { channel, owner, notification, delivery } = attempt
  const job = jobOf[channel]
  const { id, kind, groupId, attempts } = notification
  const about = { channel, notification: id, kind, groupId, attempts: attempts + 1 }
  if (delivery.outcome === 'delivered') {
    await database.transaction(async (tx) => {
      await tx.notifications.remove(id)
      await delivery.record?.(tx)
    })
    log.debug(about, 'notification delivered')
    return
  }
  const time = clock.now()
  const now = time.toISOString()
  const retryAt = later(time, delayAfter(attempts + 1))
  const givenUp = await database.transaction(async (tx) => {
    if (delivery.outcome === 'refused') {
      await tx.notifications.postpone(id, retryAt)
    } else if (delivery.retryAfterMs !== undefined) {
      // A rate limit of the channel is not a failure of the notification.
      await tx.jobs.releaseLease(job, owner, later(time, delivery.retryAfterMs))
      return []
    } else {
      await tx.notifications.countFailure(channel, now)
      await tx.jobs.releaseLease(job, owner, retryAt)
    }
    return tx.notifications.removeUndeliverable(channel, { now, attempts: leastAttempts })
  })
  log.warn({ ...about, reason: delivery.reason }, 'a notification was not delivered and stays queued')
  for (const each of givenUp) {
    const { id, kind, groupId, attempts } = each
    log.error({ channel, notification: id, kind, groupId, attempts }, 'a notification was given up after a day')
  }
}
