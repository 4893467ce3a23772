import type { Deps } from '#server/deps.ts'
import { lockGroup } from '#server/groups/lock-group.ts'
import type { Transaction } from '#server/ports/database.ts'

export interface Approval {
  readonly groupId: string
  readonly approved: boolean
}

/**
 * Approves a group, or withdraws the approval; to approve again says that the owner's changes were seen
 * (specification, Group approval; D21). AppError GROUP_NOT_FOUND.
 */
export async function setApproval(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { groupId, approved }: Approval,
): Promise<void> {
  const group = await lockGroup(tx, groupId)
  if (!approved) {
    if (group.isApproved) await tx.groups.update(groupId, { isApproved: false })
    return
  }
  if (group.isApproved && group.changesSinceApproval.length === 0) return
  await tx.groups.update(groupId, {
    isApproved: true,
    firstApprovedAt: group.firstApprovedAt ?? clock.now().toISOString(),
    changesSinceApproval: [],
  })
}
