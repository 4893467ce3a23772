import * as contract from '#contract/cleanup.ts'
import type { Route } from '#server/http/route.ts'
import { previewCleanup } from './preview-cleanup.ts'
import { triggerCleanup } from './trigger-cleanup.ts'

const counted = (count: number) => `${count} group${count === 1 ? '' : 's'}`

export function cleanupRoutes(route: Route): void {
  route(contract.triggerCleanup, async ({ deps, caller: admin }) => {
    const { deletedGroups } = await triggerCleanup(deps, admin)
    return { success: true as const, deletedGroups, message: `The cleanup deleted ${counted(deletedGroups)}` }
  })

  route(contract.previewCleanup, async ({ deps }) => {
    const groups = await previewCleanup(deps)
    const message = `A cleanup now would delete ${counted(groups.length)}`
    return { success: true as const, groupsToDelete: groups.length, groups, message }
  })
}
