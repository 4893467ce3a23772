import { publishedTextsOf } from '#contract/texts/image-texts.ts'
import type { ModeratedGroup, Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Group, groupChanged, type Image, isShown } from '#server/domain/group.ts'
import { isInScope, scopeOf } from '#server/domain/group-scope.ts'
import { newUndoId } from '#server/domain/names.ts'
import { type GroupRevisions, groupRevisionsSince, lockGroup } from '#server/groups/change-group.ts'
import { hideImage, hideRequested, replaceServedNames, showUnlessRequested } from '#server/groups/hide-image.ts'
import { setDateTaken } from '#server/groups/set-date-taken.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ModerationState, ModerationStep } from '#server/ports/moderation-undo.ts'

/** Steps from before this time cannot be undone: an hour. */
export const oldestUndo = ({ clock }: Pick<Deps, 'clock'>): string =>
  new Date(clock.now().getTime() - 60 * 60_000).toISOString()

/** A group as a step finds it, locked. */
export interface Moderated {
  readonly group: Group
  readonly images: readonly Image[]
}

/** AppError GROUP_NOT_FOUND. */
export async function moderated(tx: Transaction, target: ModeratedGroup): Promise<Moderated> {
  const group = await lockGroup(tx, target)
  return { group, images: await tx.images.ofGroup(target.groupId) }
}

const stateOf = ({ group, images }: Moderated): ModerationState => ({
  isApproved: group.isApproved,
  firstApprovedAt: group.firstApprovedAt,
  changesSinceApproval: group.changesSinceApproval,
  lastApproved: group.lastApproved,
  moderationNote: group.moderationNote,
  contentRevision: group.contentRevision,
  images: images
    .map(({ id, hiddenReason, moderationNote, exifDateTaken, ...image }) => ({
      id,
      ...publishedTextsOf(image),
      hiddenReason,
      moderationNote,
      exifDateTaken,
    }))
    .sort((a, b) => a.id - b.id),
})

const isSameState = (a: ModerationState, b: ModerationState): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The steps of one request, which one undo takes back. */
export interface Steps {
  /** Runs `step` on the locked group and keeps what it replaces. AppError GROUP_NOT_FOUND. */
  run(tx: Transaction, target: ModeratedGroup, step: (found: Moderated) => Promise<void>): Promise<void>
  /** For undoModeration; null when nothing has changed. */
  readonly undoId: string | null
}

export function openSteps({ clock }: Pick<Deps, 'clock'>): Steps {
  const undoId = newUndoId()
  let changed = false
  return {
    async run(tx, target, step) {
      const { groupId } = target
      const found = await moderated(tx, target)
      await step(found)
      const [before, after] = [stateOf(found), stateOf(await moderated(tx, target))]
      if (isSameState(before, after)) return
      await tx.moderationUndo.add({ undoId, groupId, before, after, createdAt: clock.now().toISOString() })
      changed = true
    },
    get undoId() {
      return changed ? undoId : null
    },
  }
}

/**
 * Gives all groups of a step back the state before it: approval, deletion date, the owner's changes and hidden images
 * included. A group that shows anything else than the step left, a text, a photo or their order, is refused: nobody has
 * approved that. Photos that leave the public get new names (D47). Returns the revisions of the groups. AppError UNDO_NOT_FOUND, GROUP_CHANGED.
 */
export async function undoModeration(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  moderator: Moderator,
  undoId: string,
): Promise<GroupRevisions[]> {
  const oldest = oldestUndo({ clock })
  return database.transaction(async (tx) => {
    // The groups first, as everywhere: with its group a step is deleted.
    for (const groupId of await tx.moderationUndo.groupIds(undoId)) await tx.groups.lock(groupId)
    const steps = (await tx.moderationUndo.take(undoId)).filter(({ createdAt }) => createdAt >= oldest)
    const places = await tx.groups.exhibitionsOf(steps.map(({ groupId }) => groupId))
    // One group that others have taken away from the moderator, and there is no such step (D84).
    const isSeen = steps.every(({ groupId }) => isInScope(scopeOf(moderator), places.get(groupId)))
    if (steps.length === 0 || !isSeen)
      throw new AppError('UNDO_NOT_FOUND', 'There is nothing to undo, or it is more than an hour old')
    const revisions: GroupRevisions[] = []
    for (const step of steps) revisions.push(...(await restore(tx, moderator, step)))
    return revisions
  })
}

async function restore(
  tx: Transaction,
  moderator: Moderator,
  { groupId, before, after }: ModerationStep,
): Promise<GroupRevisions[]> {
  const target = { groupId, moderator }
  const found = await moderated(tx, target)
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
  const now = stateOf(await moderated(tx, target))
  // It shows what it showed before the step, so an earlier step can be undone, too.
  if (isSameState({ ...now, contentRevision }, before)) {
    await tx.moderationUndo.continueFrom(groupId, { before: contentRevision, now: now.contentRevision })
  }
  return groupRevisionsSince(tx, found.group)
}

async function restoreImages(tx: Transaction, found: Moderated, before: ModerationState['images']): Promise<void> {
  const { groupId } = found.group
  await tx.images.publishTexts(groupId, new Map(before.map((image) => [image.id, publishedTextsOf(image)])))
  const now = new Map(found.images.map((image) => [image.id, image]))
  for (const { id, hiddenReason, moderationNote, exifDateTaken } of before) {
    const image = now.get(id)
    if (image) await setDateTaken(tx, image, exifDateTaken)
    if (!image || (image.hiddenReason === hiddenReason && image.moderationNote === moderationNote)) continue
    if (hiddenReason === null) await showUnlessRequested(tx, image)
    else if (isShown(image)) await hideImage(tx, image, { hiddenReason, moderationNote })
    else await tx.images.setHidden(image, { hiddenReason, moderationNote })
  }
}
