import { type CleanupCutoff, cleanupCutoff } from '#server/domain/cleanup.ts'
import { AppError } from '#server/domain/errors.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import type { Deps } from '#server/ports/deps.ts'

type CleanupDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'expiryClock' | 'log'>

export interface CleanupResult {
  readonly deleted: number
  /** false: it was stopped before the last group. */
  readonly isComplete: boolean
}

const batch = 200

/**
 * Deletes the groups that were never approved and are older than the retention (specification, item 5; D33), and approved
 * ones where the operator has set a retention (D75), each in a transaction of its own: a crash, or `signal`, leaves the
 * rest to the next run.
 */
export async function cleanUp(deps: CleanupDeps, signal?: AbortSignal): Promise<CleanupResult> {
  const cutoff = cleanupCutoff(deps.expiryClock.now(), deps.settings.retention)
  let deleted = 0
  for (;;) {
    const groups = await nextGroups(deps, cutoff)
    let deletedNow = 0
    for (const { groupId } of groups) {
      if (signal?.aborted) return done(deps, { deleted: deleted + deletedNow, isComplete: false })
      if (await deleteOne(deps, groupId, cutoff)) deletedNow++
    }
    deleted += deletedNow
    if (groups.length < batch || deletedNow === 0) return done(deps, { deleted, isComplete: true })
  }
}

async function nextGroups({ database: { groups } }: CleanupDeps, { uploadedBefore, approvedBefore }: CleanupCutoff) {
  const never = await groups.neverApproved(uploadedBefore, { limit: batch })
  if (never.length === batch || approvedBefore === null) return never
  return [...never, ...(await groups.approvedBefore(approvedBefore, { limit: batch - never.length }))]
}

/** Locks and checks again: a group may be approved or deleted while the cleanup runs. */
async function deleteOne(deps: CleanupDeps, groupId: string, cutoff: CleanupCutoff): Promise<boolean> {
  try {
    await deleteGroup(deps, { groupId, cutoff })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'GROUP_NOT_FOUND') return false
    throw error
  }
}

function done({ log }: CleanupDeps, result: CleanupResult): CleanupResult {
  log.info(result, 'cleanup done')
  return result
}
