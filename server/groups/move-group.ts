import { AppError } from '#server/domain/errors.ts'
import { type Exhibition, isEndedAt } from '#server/domain/exhibition.ts'
import { isPublic, isShown } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/deps.ts'
import { replaceServedNames } from './hide-image.ts'
import { placeGroup } from './mark-ended.ts'

/**
 * Moves a group into a locked exhibition; false when it is there already. Its consents and its approval stay, so nothing
 * becomes public that nobody approved, and open removal requests have the last word (D80, D94). Where one of both has
 * ended the photos get new names (D82). AppError GROUP_NOT_FOUND.
 */
export async function moveGroup(
  tx: Transaction,
  groupId: string,
  { target, now }: { readonly target: Exhibition; readonly now: Date },
): Promise<boolean> {
  const group = await tx.groups.lock(groupId)
  if (group === undefined) {
    throw new AppError('GROUP_NOT_FOUND', `There is no group ${groupId}; nothing was moved`, { details: { groupId } })
  }
  if (group.exhibitionId === target.id) return false
  const source = await tx.exhibitions.find(group.exhibitionId)
  // Its time may be over although the group is not marked yet.
  const wasEnded = group.isExhibitionEnded || (source !== undefined && isEndedAt(source, now))
  await placeGroup(
    tx,
    { groupId, isExhibitionEnded: wasEnded },
    { exhibitionId: target.id, isExhibitionEnded: isEndedAt(target, now) },
  )
  // Moderators of the old exhibition know addresses that the public does not (D84).
  const images = await tx.images.ofGroup(groupId)
  await replaceServedNames(tx, groupId, isPublic(group) ? images.filter((image) => !isShown(image)) : images)
  return true
}
