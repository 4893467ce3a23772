import * as contract from '#contract/cleanup.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import { previewCleanup } from './preview-cleanup.ts'
import { triggerCleanup } from './trigger-cleanup.ts'

const counted = (count: number) => `${count} group${count === 1 ? '' : 's'}`

export function cleanupRoutes(route: Route): void {
  route(contract.triggerCleanup, async ({ deps, caller: admin }) => {
    const { deleted, isComplete } = await triggerCleanup(deps, admin)
    const rest = isComplete ? '' : '; the others follow'
    return { success: true as const, deletedGroups: deleted, message: `The cleanup deleted ${counted(deleted)}${rest}` }
  })

  route(contract.previewCleanup, ({ deps, reply }) =>
    sendJsonList(reply, {
      head: { success: true },
      name: 'groups',
      parts: previewCleanup(deps),
      tail: (groupsToDelete) => ({
        groupsToDelete,
        message: `A cleanup now would delete ${counted(groupsToDelete)}`,
      }),
    }),
  )
}
