import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { groupChanged } from '#server/domain/group.ts'
import { replaceServedNames } from '#server/groups/replace-served-names.ts'
import { type GroupRevisions, groupRevisionsSince } from '#server/groups/revisions.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ModerationState, ModerationStep } from '#server/ports/moderation-undo.ts'
import { isSameState, type Moderated, moderated, stateOf, undoForMs } from './moderation-step.ts'

/**
 * Gives all groups of a step back the state before it: approval, deletion date, the owner's changes and hidden images
 * included. Photos that leave the public get new names (D47). Returns the revisions of the groups. AppError UNDO_NOT_FOUND, GROUP_CHANGED.
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
  const { images, ...group } = before
  await tx.groups.update(groupId, group)
  if (found.group.isApproved !== before.isApproved) {
    await tx.withdrawals.add({ kind: before.isApproved ? 'approval_restored' : 'approval_withdrawn', groupId })
  }
  await restoreImages(tx, found, images)
  await replaceServedNames(tx, groupId, leaving(found, before.isApproved, images))
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
    if (image?.hiddenReason === hiddenReason && image.moderationNote === moderationNote) continue
    await tx.images.setHidden({ id, groupId }, { hiddenReason, moderationNote })
    if ((image?.hiddenReason === null) === (hiddenReason === null)) continue
    await tx.withdrawals.add({ kind: hiddenReason === null ? 'image_shown' : 'image_hidden', groupId, imageId: id })
  }
}

/** The images that the public sees now but will no longer see. */
function leaving({ group, images }: Moderated, approved: boolean, before: ModerationState['images']) {
  if (!group.isApproved) return []
  const hidden = new Set(before.filter(({ hiddenReason }) => hiddenReason !== null).map(({ id }) => id))
  return images.filter(({ id, hiddenReason }) => hiddenReason === null && (!approved || hidden.has(id)))
}
