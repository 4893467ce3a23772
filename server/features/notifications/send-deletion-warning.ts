import type { Admin } from '#server/domain/caller.ts'
import { cleanupCutoff } from '#server/domain/cleanup.ts'
import { cleanupTime } from '#server/domain/time/daily.ts'
import { notify } from '#server/groups/notify.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { GroupReads } from '#server/ports/group-store.ts'

/** More groups than a message has room for. */
const listed = 100

/** Notifies the team of the groups that the next cleanup would delete; sends nothing when there are none. */
export const sendDeletionWarning = (
  deps: Pick<Deps, 'config' | 'settings' | 'clock' | 'database'>,
  _by: Admin,
): Promise<{ groupCount: number }> =>
  deps.database.transaction((tx) => warnOfDeletion(deps, tx, cleanupTime.next(deps.clock.now())))

/** What a cleanup at `deletionAt`, ISO 8601, would delete as it is now. */
export async function deletionsAt({ settings }: Pick<Deps, 'settings'>, groups: GroupReads, deletionAt: string) {
  const cutoff = cleanupCutoff(new Date(deletionAt), settings.retention)
  const { neverApproved, approved: approvedCount } = await groups.countDue(cutoff)
  const first = await groups.due('all', cutoff, { limit: listed })
  const facts = first.map(({ groupId: _, firstApprovedAt: __, ...facts }) => facts)
  return { deletionAt, groupCount: neverApproved + approvedCount, approvedCount, groups: facts }
}

/** Queues the warning about a cleanup at `deletionAt`, without the texts of groups, which may be deleted before it is sent. */
export async function warnOfDeletion(
  deps: Pick<Deps, 'config' | 'settings' | 'clock'>,
  tx: Transaction,
  deletionAt: Date,
): Promise<{ groupCount: number }> {
  const payload = { ...(await deletionsAt(deps, tx.groups, deletionAt.toISOString())), groups: [] }
  const { groupCount } = payload
  if (groupCount > 0) await notify(deps, tx, { kind: 'deletion_warning', groupId: null, payload })
  return { groupCount }
}
