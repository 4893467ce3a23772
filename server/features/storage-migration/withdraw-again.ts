import { hideRequested } from '#server/groups/hide-image.ts'
import { filesOf } from '#server/groups/remove-files-now.ts'
import { type Effects, effectsOf } from '#server/groups/withdrawals/effects-of.ts'
import { replayGroup } from '#server/groups/withdrawals/replay-group.ts'
import type { Transaction } from '#server/ports/deps.ts'
import type { ArchiveRead } from '#server/ports/group-archive.ts'

/** What was withdrawn since the rollback that wrote the file; for other files, all that ever was. */
export async function withdrawnSince(tx: Transaction, { rollbackId }: Pick<ArchiveRead, 'rollbackId'>) {
  const all = await tx.withdrawals.all()
  const last = rollbackId?.split('_')[1]
  const entries = all.slice(all.findIndex(({ id }) => id === last) + 1)
  // A restore did not know what was withdrawn since, and withdrew all approvals (D89).
  const allApprovals = entries.some(({ kind, groupId }) => kind === 'approval_withdrawn' && groupId === undefined)
  return { groups: effectsOf(entries).groups, allApprovals }
}

/** Repeats it for the groups of `groups.json` (D49). */
export async function withdrawAgain(tx: Transaction, groups: Effects['groups'], withIds: boolean): Promise<void> {
  // An older file than the request shows the photo (D94).
  const open = await tx.removalRequests.list({ scope: 'all', status: 'open', limit: Number.MAX_SAFE_INTEGER })
  for (const groupId of new Set(open.map((each) => each.groupId))) if (groupId) await hideRequested(tx, groupId)
  for (const [groupId, effects] of groups) {
    if (effects.deleted) {
      // The deletion log has it.
      await tx.fileRemovals.plan(filesOf(await tx.images.ofGroup(groupId)), 0)
      await tx.groups.remove(groupId)
      continue
    }
    // Images with new ids: a moderator has to look.
    const images = effects.hiddenImages.size + effects.redactedImages.size + effects.deletedImages.size
    const withdrawnApprovals = effects.withdrawnApprovals + (withIds ? 0 : images)
    await replayGroup(tx, groupId, { ...effects, withdrawnApprovals })
  }
}
