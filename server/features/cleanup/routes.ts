import {
  previewCleanup as previewCleanupOperation,
  sendDeletionWarning as sendDeletionWarningOperation,
  triggerCleanup as triggerCleanupOperation,
} from '#contract/monitoring.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { previewCleanup } from './preview-cleanup.ts'
import { sendDeletionWarning } from './send-deletion-warning.ts'
import { triggerCleanup } from './trigger-cleanup.ts'

const counted = (count: number) => `${count} group${count === 1 ? '' : 's'}`

export function cleanupRoutes(deps: Deps, route: Route): void {
  route(triggerCleanupOperation, async () => {
    const { deletedGroups } = await triggerCleanup(deps)
    return { success: true as const, deletedGroups, message: `The cleanup deleted ${counted(deletedGroups)}` }
  })

  route(previewCleanupOperation, async () => {
    const groups = await previewCleanup(deps)
    const message = `A cleanup now would delete ${counted(groups.length)}`
    return { success: true as const, groupsToDelete: groups.length, groups, message }
  })

  route(sendDeletionWarningOperation, async () => {
    const { groupCount } = await sendDeletionWarning(deps)
    const found = `The next cleanup would delete ${counted(groupCount)}`
    const message =
      deps.messenger === undefined
        ? `${found}; no messenger is configured, so nobody is told`
        : groupCount === 0
          ? `${found}, so there is nothing to warn of`
          : `${found}; the warning is on its way`
    return { success: true as const, groupCount, message }
  })
}
