import { randomUUID } from 'node:crypto'
import type { sendTestMessage as contract } from '#contract/notifications.ts'
import type { Reply } from '#contract/operation/operation.ts'
import type { Admin } from '#server/domain/caller.ts'
import { testTexts } from '#server/domain/notifications/test-message.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Notice } from '#server/ports/notifications/messenger.ts'

/** Sends on every channel immediately, bypassing the queue: the caller wants to know whether they work now. Never throws. */
export async function sendTestMessage(
  { config, settings, messengers, clock }: Pick<Deps, 'config' | 'settings' | 'messengers' | 'clock'>,
  _by: Admin,
): Promise<Reply<typeof contract>> {
  const { siteName } = settings.current
  const notice: Notice = {
    id: `test-${randomUUID()}`,
    siteName,
    kind: 'test',
    groupId: null,
    createdAt: clock.now().toISOString(),
    text: testTexts[config.notifications.language](siteName),
    entities: [],
    url: undefined,
    payload: {},
  }
  const results = await Promise.all(
    [...messengers].map(async ([channel, messenger]) => {
      const delivery = await messenger.send(notice)
      const reason = delivery.outcome === 'delivered' ? null : delivery.reason
      return { channel, outcome: delivery.outcome, reason }
    }),
  )
  return { success: true, channels: results, ...summaryOf(results) }
}

type Summary = Pick<Reply<typeof contract>, 'message' | 'outcome' | 'reason'>

/** The first failure, for clients that know one channel only. */
function summaryOf(results: Reply<typeof contract>['channels']): Summary {
  if (results.length === 0) return { message: 'No messenger is configured', outcome: 'not_configured', reason: null }
  const failed = results.find(({ outcome }) => outcome !== 'delivered')
  if (failed === undefined) return { message: 'The test message has arrived', outcome: 'delivered', reason: null }
  const { channel, outcome, reason } = failed
  return { message: `The test message did not arrive on ${channel}: ${reason}`, outcome, reason }
}
