import type { Deps } from '#server/deps.ts'
import { cleanupCutoff } from '#server/domain/cleanup.ts'
import { AppError } from '#server/errors.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'

/**
 * Deletes the groups that were never approved and are older than the retention (specification, item 5; D33), each in
 * a transaction of its own: a crash leaves the rest to the next run. Returns how many were deleted.
 */
export async function deleteNeverApproved(
  deps: Pick<Deps, 'config' | 'database' | 'files' | 'clock' | 'log'>,
): Promise<number> {
  const cutoff = cleanupCutoff(deps.clock.now(), deps.config.retentionDays)
  let deleted = 0
  for (const { groupId } of await deps.database.groups.neverApproved(cutoff)) {
    try {
      // Locked and checked again: a group may be approved or deleted while the cleanup runs.
      await deleteGroup(deps, { groupId, cleanupCutoff: cutoff })
      deleted++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'GROUP_NOT_FOUND')) throw error
    }
  }
  deps.log.info({ deleted }, 'cleanup done')
  return deleted
}
