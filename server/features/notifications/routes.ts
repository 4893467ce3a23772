import * as contract from '#contract/notifications.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { sendDeletionWarning } from './send-deletion-warning.ts'
import { sendTestMessage } from './send-test-message.ts'

export function notificationRoutes(deps: Deps, route: Route): void {
  const warningMessage = (groupCount: number): string => {
    const found = `The next cleanup would delete ${groupCount} group${groupCount === 1 ? '' : 's'}`
    if (deps.messenger === undefined) return `${found}; no messenger is configured, so nobody is told`
    return groupCount === 0 ? `${found}, so there is nothing to warn of` : `${found}; the warning is on its way`
  }

  route(contract.sendDeletionWarning, async () => {
    const { groupCount } = await sendDeletionWarning(deps)
    return { success: true as const, groupCount, message: warningMessage(groupCount) }
  })

  route(contract.sendTestMessage, () => sendTestMessage(deps))
}
