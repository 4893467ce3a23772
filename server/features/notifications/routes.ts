import { randomUUID } from 'node:crypto'
import * as contract from '#contract/notifications.ts'
import type { Reply } from '#contract/operation/operation.ts'
import type { Admin } from '#server/domain/caller.ts'
import type { ChannelName } from '#server/domain/notifications/channels.ts'
import { testTexts } from '#server/domain/notifications/message.ts'
import type { Result, Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Notice } from '#server/ports/notifications/messenger.ts'
import { sendDeletionWarning } from './send-deletion-warning.ts'

function warningMessage({ messengers }: Pick<Deps, 'messengers'>, groupCount: number): string {
  const found = `The next cleanup would delete ${groupCount} group${groupCount === 1 ? '' : 's'}`
  if (messengers.size === 0) return `${found}; no messenger is configured, so nobody is notified`
  return groupCount === 0 ? `${found}, so there is nothing to warn about` : `${found}; the warning is on its way`
}

export function notificationRoutes(route: Route): void {
  route(contract.sendDeletionWarning, async ({ deps, caller: admin }) => {
    const { groupCount } = await sendDeletionWarning(deps, admin)
    return { groupCount, message: warningMessage(deps, groupCount) }
  })

  route(contract.sendTestMessage, ({ deps, query, caller: admin }) => sendTestMessage(deps, admin, query.channel))
}

/** Sends on the channel, or on every one, immediately, bypassing the queue: the caller wants to know whether they work now. Never throws. */
async function sendTestMessage(
  { config, settings, messengers, clock }: Pick<Deps, 'config' | 'settings' | 'messengers' | 'clock'>,
  _by: Admin,
  only: ChannelName | undefined,
): Promise<Result<typeof contract.sendTestMessage>> {
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
  const tried = [...messengers].filter(([channel]) => only === undefined || channel === only)
  const results = await Promise.all(
    tried.map(async ([channel, messenger]) => {
      const delivery = await messenger.send(notice)
      const reason = delivery.outcome === 'delivered' ? null : delivery.reason
      return { channel, outcome: delivery.outcome, reason }
    }),
  )
  return { channels: results, ...summaryOf(results) }
}

type Summary = Pick<Reply<typeof contract.sendTestMessage>, 'message' | 'outcome' | 'reason'>

/** The first failure, for clients that know one channel only. */
function summaryOf(results: Reply<typeof contract.sendTestMessage>['channels']): Summary {
  if (results.length === 0) return { message: 'No messenger is configured', outcome: 'not_configured', reason: null }
  const failed = results.find(({ outcome }) => outcome !== 'delivered')
  if (failed === undefined) return { message: 'The test message has arrived', outcome: 'delivered', reason: null }
  const { channel, outcome, reason } = failed
  return { message: `The test message did not arrive on ${channel}: ${reason}`, outcome, reason }
}
