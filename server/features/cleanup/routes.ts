import * as contract from '#contract/cleanup.ts'
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

  route(contract.previewCleanup, async ({ deps }) => {
    const groups = await previewCleanup(deps)
    const message = `A cleanup now would delete ${counted(groups.length)}`
    return { success: true as const, groupsToDelete: groups.length, groups, message }
  })
}
