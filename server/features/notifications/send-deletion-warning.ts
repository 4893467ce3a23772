import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { cleanupCutoff } from '#server/domain/cleanup.ts'
import { cleanupTime } from '#server/domain/time/daily.ts'
import { notify } from '#server/groups/notify.ts'
import type { Transaction } from '#server/ports/database.ts'

/** More groups than a message has room for. */
const listed = 100

/** Tells the team which groups the next cleanup would delete; sends nothing when there are none. */
export const sendDeletionWarning = (
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  _by: Admin,
): Promise<{ groupCount: number }> =>
  deps.database.transaction((tx) => warnOfDeletion(deps, tx, cleanupTime.next(deps.clock.now())))

/** Queues the warning about a cleanup at `deletionAt`. */
export async function warnOfDeletion(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Transaction,
  deletionAt: Date,
): Promise<{ groupCount: number }> {
  const { uploadedBefore, approvedBefore } = cleanupCutoff(deletionAt, deps.config)
  const never = await tx.groups.neverApproved(uploadedBefore)
  const approved = approvedBefore === null ? [] : await tx.groups.approvedBefore(approvedBefore)
  const groups = [...never, ...approved.map(({ firstApprovedAt: _, ...group }) => group)]
  const groupCount = groups.length
  if (groupCount > 0) {
    const first = groups.slice(0, listed).map(({ groupId: _, ...facts }) => facts)
    const payload = { deletionAt: deletionAt.toISOString(), groupCount, approvedCount: approved.length, groups: first }
    await notify(deps, tx, { kind: 'deletion_warning', groupId: null, payload })
  }
  return { groupCount }
}
