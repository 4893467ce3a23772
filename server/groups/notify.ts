import type { Group } from '#server/domain/group.ts'
import { configuredChannels } from '#server/domain/notifications/channels.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { GroupFacts, Notification } from '#server/ports/notifications/notification-outbox.ts'

/**
 * Queues a notification for each channel in the transaction of the change that it reports (D40). Call it after
 * `tx.groups.lock`, and only where something changed. Without a channel nothing is queued.
 */
export async function notify(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  tx: Transaction,
  notification: Notification,
): Promise<void> {
  const createdAt = clock.now().toISOString()
  for (const channel of configuredChannels(settings.current))
    await tx.notifications.add({ ...notification, channel, createdAt })
}

export const groupFacts = ({ name, title, year }: Group, imageCount: number): GroupFacts => ({
  name,
  title,
  year,
  imageCount,
})
