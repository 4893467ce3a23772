import type { sendTestMessage as contract } from '#contract/notifications.ts'
import type { Reply } from '#contract/operation.ts'
import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { testTexts } from '#server/domain/test-message.ts'

/** Sends at once, bypassing the queue: the caller wants to know whether the messenger works now. Never throws. */
export async function sendTestMessage(
  { config, messenger }: Pick<Deps, 'config' | 'messenger'>,
  _by: Admin,
): Promise<Reply<typeof contract>> {
  const success = true as const
  if (config.messenger === undefined || messenger === undefined)
    return { success, message: 'No messenger is configured', outcome: 'not_configured', reason: null }
  const delivery = await messenger.send({ text: testTexts[config.messenger.language], entities: [] })
  if (delivery.outcome === 'delivered')
    return { success, message: 'The test message has arrived', outcome: 'delivered', reason: null }
  const { outcome, reason } = delivery
  return { success, message: `The test message did not arrive: ${reason}`, outcome, reason }
}
