import { isAllowed } from '#contract/operation/access.ts'
import type { Group } from '#server/domain/group.ts'
import { isInScope, scopeOf } from '#server/domain/group-scope.ts'
import type { StaffLink, StaffUpload } from '#server/domain/staff-link.ts'
import type { Transaction } from '#server/ports/deps.ts'
import { giveApproval } from './give-approval.ts'

/** The link is worth no more than its maker: an account that is gone, disabled or may not moderate there approves nothing. */
async function mayApprove(tx: Transaction, { createdById, createdByName, exhibitionId }: StaffLink): Promise<boolean> {
  const { user, disabled = true } = (await tx.users.find(createdById)) ?? {}
  // Ids may be given again: the account must be the same.
  if (user?.username !== createdByName || disabled || !isInScope(scopeOf(user), exhibitionId)) return false
  return isAllowed('moderator', user.role)
}

/** Approves a new group as the maker of the link, whose entry it is in the log (D51). Returns the group as it is then. */
export async function approveAtOnce(
  tx: Transaction,
  group: Group,
  { link, ipAddress, now }: Pick<StaffUpload, 'ipAddress'> & { link: StaffLink; now: Date },
): Promise<Group> {
  if (!link.approvesAtOnce || !(await mayApprove(tx, link))) return group
  const { groupId } = group
  await giveApproval(tx, { group, images: await tx.images.ofGroup(groupId) }, now)
  await tx.adminAudit.add({
    actorId: link.createdById,
    actorName: link.createdByName,
    action: 'approve_group',
    targetType: 'group',
    targetId: groupId,
    details: { approved: true, staffLink: link.id },
    ipAddress,
    createdAt: now.toISOString(),
  })
  return (await tx.groups.find(groupId)) ?? group
}
