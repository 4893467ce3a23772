import * as contract from '#contract/notifications.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { sendDeletionWarning } from './send-deletion-warning.ts'
import { sendTestMessage } from './send-test-message.ts'

function warningMessage({ messengers }: Pick<Deps, 'messengers'>, groupCount: number): string {
  const found = `The next cleanup would delete ${groupCount} group${groupCount === 1 ? '' : 's'}`
  if (messengers.size === 0) return `${found}; no messenger is configured, so nobody is notified`
  return groupCount === 0 ? `${found}, so there is nothing to warn about` : `${found}; the warning is on its way`
}

export function notificationRoutes(route: Route): void {
  route(contract.sendDeletionWarning, async ({ deps, caller: admin }) => {
    const { groupCount } = await sendDeletionWarning(deps, admin)
    return { success: true as const, groupCount, message: warningMessage(deps, groupCount) }
  })

  route(contract.sendTestMessage, ({ deps, caller: admin }) => sendTestMessage(deps, admin))
}
