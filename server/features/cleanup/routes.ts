import * as contract from '#contract/cleanup.ts'
import { inParts } from '#server/concurrency/in-parts.ts'
import type { Admin } from '#server/domain/caller.ts'
import { cleanupCutoff, daysUntilDeletion, isDueForCleanup } from '#server/domain/cleanup.ts'
import { type GroupScope, isInScope } from '#server/domain/group-scope.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { DueGroup } from '#server/ports/group-store.ts'
import { type CleanupResult, cleanUp } from './clean-up.ts'
import { dueExhibitions } from './ended-exhibitions.ts'

const dayMs = 24 * 60 * 60_000

const counted = (count: number) => `${count} group${count === 1 ? '' : 's'}`

export function cleanupRoutes(route: Route): void {
  route(contract.triggerCleanup, async ({ deps, caller: admin }) => {
    const { deleted, isComplete } = await triggerCleanup(deps, admin)
    const rest = isComplete ? '' : '; the others follow'
    return { deletedGroups: deleted, message: `The cleanup deleted ${counted(deleted)}${rest}` }
  })

  route(contract.previewCleanup, ({ deps, scope, reply }) =>
    sendJsonList(reply, {
      name: 'groups',
      parts: previewCleanup(deps, scope),
      tail: (groupsToDelete) => ({
        groupsToDelete,
        message: `A cleanup now would delete ${counted(groupsToDelete)}`,
      }),
    }),
  )
}

/** A proxy waits a minute, a person less than that. */
const answerWithinMs = 4_000

/**
 * Runs the cleanup now. It is the last run (D32), and the daily one still comes. What does not fit into a few seconds is
 * left to the job that finishes a requested cleanup. For admins only.
 */
export async function triggerCleanup(
  deps: Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'expiryClock' | 'log'>,
  _by: Admin,
): Promise<CleanupResult> {
  const result = await cleanUp(deps, AbortSignal.timeout(answerWithinMs))
  const at = deps.clock.now().toISOString()
  await deps.database.transaction(async (tx) => {
    await tx.jobs.recordRun('cleanup', at)
    if (!result.isComplete) await tx.serviceState.set('cleanup_requested', at)
  })
  return result
}

const partSize = 500

/** Exactly the groups of the scope that a run now would delete (D33), oldest first: never-approved ones, approved ones, those of ended exhibitions. In parts. */
export async function* previewCleanup(deps: Pick<Deps, 'settings' | 'database' | 'expiryClock'>, scope: GroupScope) {
  const now = deps.expiryClock.now()
  const { retention } = deps.settings
  const cutoff = cleanupCutoff(now, retention)
  const parts = inParts(partSize, (after: DueGroup | undefined) =>
    deps.database.groups.due(scope, cutoff, { limit: partSize, after }),
  )
  for await (const part of parts) {
    yield part.map((group) => present(group, daysUntilDeletion(group, retention, now)))
  }
  const presentEnded = async (groupId: string, days: number) => {
    const group = await deps.database.groups.find(groupId)
    // Listed already, or deleted meanwhile.
    if (group === undefined || isDueForCleanup(group, cutoff)) return []
    return [present({ ...group, imageCount: (await deps.database.images.ofGroup(groupId)).length }, days)]
  }
  for (const { id, dueAt } of await dueExhibitions(deps)) {
    if (!isInScope(scope, id)) continue
    const days = Math.floor((Date.parse(dueAt) - now.getTime()) / dayMs)
    const parts = inParts(partSize, (after: string | undefined) =>
      deps.database.exhibitions.groupIds(id, { isExhibitionEnded: true, limit: partSize, after }),
    )
    for await (const part of parts) {
      yield (await Promise.all(part.map((groupId) => presentEnded(groupId, days)))).flat()
    }
  }
}

const present = (group: DueGroup, daysUntilDeletion: number) => ({
  id: group.groupId,
  groupName: group.name,
  uploadDate: group.uploadDate,
  wasApproved: group.firstApprovedAt !== null,
  daysUntilDeletion,
  imageCount: group.imageCount,
})
