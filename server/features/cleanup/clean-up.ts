import { cleanupCutoff } from '#server/domain/cleanup.ts'
import { AppError } from '#server/domain/errors.ts'
import { deleteGroup, type EndedGroup, type OverdueGroup } from '#server/groups/delete-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type DueExhibition, dueExhibitions } from './ended-exhibitions.ts'

type CleanupDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'expiryClock' | 'log'>

export interface CleanupResult {
  readonly deleted: number
  /** false: it was stopped before the last group. */
  readonly isComplete: boolean
}

const batch = 200

/**
 * Deletes the groups that were never approved and are older than the retention (specification, item 5; D33), approved
 * ones where the operator has set a retention (D75), and those of ended exhibitions (D85), each in a transaction of its
 * own: a crash, or `signal`, leaves the rest to the next run.
 */
export async function cleanUp(deps: CleanupDeps, signal?: AbortSignal): Promise<CleanupResult> {
  const cutoff = cleanupCutoff(deps.expiryClock.now(), deps.settings.retention)
  let deleted = 0
  /** Returns whether none is left. */
  async function deleteAll(next: () => Promise<readonly Due[]>): Promise<boolean> {
    for (;;) {
      const groups = await next()
      const before = deleted
      for (const group of groups) {
        if (signal?.aborted) return false
        if (await deleteOne(deps, group)) deleted++
      }
      if (groups.length < batch || deleted === before) return true
    }
  }

  let isComplete = await deleteAll(async () => {
    const groups = await deps.database.groups.due('all', cutoff, { limit: batch })
    return groups.map(({ groupId }) => ({ groupId, cutoff }))
  })
  for (const exhibition of isComplete ? await dueExhibitions(deps) : []) {
    isComplete &&= await deleteAll(() => endedGroups(deps, exhibition))
  }
  deps.log.info({ deleted, isComplete }, 'cleanup done')
  return { deleted, isComplete }
}

type Due = OverdueGroup | EndedGroup

async function endedGroups({ database }: CleanupDeps, { id, dueAt }: DueExhibition): Promise<EndedGroup[]> {
  const groupIds = await database.exhibitions.groupIds(id, { isExhibitionEnded: true, limit: batch })
  return groupIds.map((groupId) => ({ groupId, exhibitionId: id, dueAt }))
}

/** Locks and checks again: a group may be approved, moved or deleted while the cleanup runs. */
async function deleteOne(deps: CleanupDeps, group: Due): Promise<boolean> {
  try {
    await deleteGroup(deps, group)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'GROUP_NOT_FOUND') return false
    throw error
  }
}
