import type { Admin } from '#server/domain/caller.ts'
import { type CleanupCutoff, cleanupCutoff } from '#server/domain/cleanup.ts'
import { cleanupTime } from '#server/domain/time/daily.ts'
import { notify } from '#server/groups/notify.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

/** More groups than a message has room for. */
const listed = 100

/** Notifies the team of the groups that the next cleanup would delete; sends nothing when there are none. */
export const sendDeletionWarning = (
  deps: Pick<Deps, 'config' | 'settings' | 'clock' | 'database'>,
  _by: Admin,
): Promise<{ groupCount: number }> =>
  deps.database.transaction((tx) => warnOfDeletion(deps, tx, cleanupTime.next(deps.clock.now())))

async function firstDue({ groups }: Transaction, { uploadedBefore, approvedBefore }: CleanupCutoff) {
  const never = await groups.neverApproved('all', uploadedBefore, { limit: listed })
  if (approvedBefore === null || never.length === listed) return never
  const approved = await groups.approvedBefore('all', approvedBefore, { limit: listed - never.length })
  return [...never, ...approved.map(({ firstApprovedAt: _, ...group }) => group)]
}

/** Queues the warning about a cleanup at `deletionAt`. */
export async function warnOfDeletion(
  deps: Pick<Deps, 'config' | 'settings' | 'clock'>,
  tx: Transaction,
  deletionAt: Date,
): Promise<{ groupCount: number }> {
  const cutoff = cleanupCutoff(deletionAt, deps.settings.retention)
  const { neverApproved, approved: approvedCount } = await tx.groups.countDue(cutoff)
  const groupCount = neverApproved + approvedCount
  if (groupCount > 0) {
    const groups = (await firstDue(tx, cutoff)).map(({ groupId: _, ...facts }) => facts)
    const payload = { deletionAt: deletionAt.toISOString(), groupCount, approvedCount, groups }
    await notify(deps, tx, { kind: 'deletion_warning', groupId: null, payload })
  }
  return { groupCount }
}
