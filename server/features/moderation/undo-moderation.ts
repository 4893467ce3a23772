import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { groupChanged } from '#server/domain/group.ts'
import { isShown } from '#server/domain/image.ts'
import { hideImage } from '#server/groups/hide-image.ts'
import { replaceServedNames } from '#server/groups/replace-served-names.ts'
import { hideRequested, showUnlessRequested } from '#server/groups/requested-images.ts'
import { type GroupRevisions, groupRevisionsSince } from '#server/groups/revisions.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ModerationState, ModerationStep } from '#server/ports/moderation-undo.ts'
import { isSameState, type Moderated, moderated, stateOf, undoForMs } from './moderation-step.ts'

/**
 * Gives all groups of a step back the state before it: approval, deletion date, the owner's changes and hidden images
 * included. A group that shows anything else than the step left, a text, a photo or their order, is refused: nobody has
 * approved that. Photos that leave the public get new names (D47). Returns the revisions of the groups. AppError UNDO_NOT_FOUND, GROUP_CHANGED.
 */
export async function undoModeration(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  _by: Moderator,
  undoId: string,
): Promise<GroupRevisions[]> {
  const oldest = new Date(clock.now().getTime() - undoForMs).toISOString()
  return database.transaction(async (tx) => {
    const steps = (await tx.moderationUndo.take(undoId)).filter(({ createdAt }) => createdAt >= oldest)
    if (steps.length === 0)
      throw new AppError('UNDO_NOT_FOUND', 'There is nothing to undo, or it is more than an hour old')
    const revisions: GroupRevisions[] = []
    for (const step of steps) revisions.push(...(await restore(tx, step)))
    return revisions
  })
}

async function restore(tx: Transaction, { groupId, before, after }: ModerationStep): Promise<GroupRevisions[]> {
  const found = await moderated(tx, groupId)
  if (!isSameState(stateOf(found), after)) throw groupChanged(groupId)
  const { images, contentRevision, ...group } = before
  await tx.groups.update(groupId, group)
  if (found.group.isApproved !== before.isApproved) {
    await tx.withdrawals.add({ kind: before.isApproved ? 'approval_restored' : 'approval_withdrawn', groupId })
  }
  await restoreImages(tx, found, images)
  if (found.group.isApproved && !before.isApproved) {
    await replaceServedNames(tx, groupId, found.images.filter(isShown))
  }
  await hideRequested(tx, groupId)
  const now = stateOf(await moderated(tx, groupId))
  // It shows what it showed before the step, so an earlier step can be undone, too.
  if (isSameState({ ...now, contentRevision }, before)) {
    await tx.moderationUndo.continueFrom(groupId, { before: contentRevision, now: now.contentRevision })
  }
  return groupRevisionsSince(tx, found.group)
}

async function restoreImages(tx: Transaction, found: Moderated, before: ModerationState['images']): Promise<void> {
  const { groupId } = found.group
  await tx.images.publishDescriptions(
    groupId,
    new Map(before.map(({ id, publishedDescription }) => [id, publishedDescription])),
  )
  const now = new Map(found.images.map((image) => [image.id, image]))
  for (const { id, hiddenReason, moderationNote } of before) {
    const image = now.get(id)
    if (!image || (image.hiddenReason === hiddenReason && image.moderationNote === moderationNote)) continue
    if (hiddenReason === null) await showUnlessRequested(tx, image)
    else if (isShown(image)) await hideImage(tx, image, { hiddenReason, moderationNote })
    else await tx.images.setHidden(image, { hiddenReason, moderationNote })
  }
}
