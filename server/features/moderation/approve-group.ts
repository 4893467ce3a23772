import { limits } from '#contract/limits.ts'
import { withdrawn } from '#server/domain/approval.ts'
import { groupChanged } from '#server/domain/group.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { replaceServedNames } from '#server/groups/replace-served-names.ts'
import { hideRequested } from '#server/groups/requested-images.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Moderated } from './moderation-step.ts'

export interface Approval {
  readonly approved: boolean
  /** The group's revision as the moderator saw it; without one any revision is approved (D44). */
  readonly revision?: string | undefined
  /** For the owner, with a withdrawn approval; the next approval clears it (D73). */
  readonly moderationNote?: string | undefined
}

/**
 * Approves a group, or withdraws the approval; approving again confirms that the owner's changes were seen
 * (specification, Group approval; D21). AppError GROUP_CHANGED, TEXT_TOO_LONG.
 */
export async function approveGroup(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  { found, ...approval }: Approval & { found: Moderated },
): Promise<void> {
  if (!approval.approved) return withdraw(deps, tx, { found, ...approval })
  const { group, images } = found
  if (approval.revision !== undefined && approval.revision !== group.contentRevision) throw groupChanged(group.groupId)
  const unseen = images.filter((image) => image.publishedDescription !== image.imageDescription)
  if (unseen.length > 0) {
    const descriptions = new Map(unseen.map(({ id, imageDescription }) => [id, imageDescription]))
    await tx.images.publishDescriptions(group.groupId, descriptions)
  }
  await hideRequested(tx, group.groupId)
  if (group.isApproved && group.changesSinceApproval.length === 0 && group.moderationNote === null) return
  await tx.groups.update(group.groupId, {
    isApproved: true,
    firstApprovedAt: group.firstApprovedAt ?? deps.clock.now().toISOString(),
    changesSinceApproval: [],
    lastApproved: null,
    moderationNote: null,
  })
}

async function withdraw(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { found: { group, images }, moderationNote }: Approval & { found: Moderated },
): Promise<void> {
  const note = moderationNote === undefined ? {} : { moderationNote: noteFrom(moderationNote) }
  if (group.isApproved) {
    await tx.groups.update(group.groupId, { ...withdrawn(group, clock.now()), ...note })
    await tx.withdrawals.add({ kind: 'approval_withdrawn', groupId: group.groupId })
    await replaceServedNames(tx, group.groupId, images)
  } else if (moderationNote !== undefined) {
    await tx.groups.update(group.groupId, note)
  }
}

/** AppError TEXT_TOO_LONG over 500 code points (D73). */
export const noteFrom = (text: string | undefined): string | null =>
  optionalText('moderationNote', text, limits.moderationNote)
