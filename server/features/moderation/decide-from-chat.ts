import { textsOf } from '#contract/texts/group-texts.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { type Group, type Image, isShown } from '#server/domain/group.ts'
import { hideImage } from '#server/groups/hide-image.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ChatMessage, ChatOutcome, SeenGroup } from '#server/ports/notifications/chat-store.ts'
import { approveGroup } from './approve-group.ts'
import { type Moderated, openSteps } from './moderation-step.ts'

const short = (value: unknown): string => digest(JSON.stringify(value)).slice(0, 12)

/** What a message about the group shows or links to; a decision compares the group with it (D44). */
export const seenGroup = (group: Group, images: readonly Image[]): SeenGroup => ({
  revision: group.contentRevision,
  isApproved: group.isApproved,
  images: images.filter(isShown).map(({ id }) => id),
  texts: short([textsOf(group), group.year]),
  captions: short(images.map(({ id, imageDescription, altText }) => [id, imageDescription, altText]).sort()),
  decisions: short([group.moderationNote, images.map(({ fileName }) => fileName)]),
})

export type Difference = 'texts' | 'captions' | 'photos' | 'order'

function differencesOf(seen: SeenGroup, now: SeenGroup): Difference[] {
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join()
  const photos = sorted(seen.images) !== sorted(now.images)
  const differences: readonly (Difference | false)[] = [
    seen.texts !== now.texts && 'texts',
    photos && 'photos',
    !photos && seen.images.join() !== now.images.join() && 'order',
    !photos && seen.captions !== now.captions && 'captions',
  ]
  return differences.filter((each) => each !== false)
}

export interface Decided {
  readonly outcome: ChatOutcome
  /** This call did it. */
  readonly isNew?: true
  /** With `changed`. */
  readonly differences?: readonly Difference[]
  /** Photos that stay hidden after an approval. */
  readonly hiddenCount?: number
}

interface ChatDecision {
  readonly moderator: Moderator
  readonly action: 'approve' | 'hide'
  readonly message: ChatMessage
}

/**
 * Approves or hides the group of a message for the account, as the page would, with an undo (D46). Does nothing where somebody decided already, or where the group is no longer what the message says (D44). The
 * group is locked.
 */
export async function decideFromChat(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  { group, images, moderator, action, message }: ChatDecision & Moderated,
): Promise<Decided> {
  const now = seenGroup(group, images)
  const isApprovedAlready = group.isApproved && (action === 'approve' || !message.seen.isApproved)
  if (isApprovedAlready && group.changesSinceApproval.length === 0) return { outcome: 'approved' }
  if (now.images.length === 0) return { outcome: 'hidden' }
  if ((['revision', 'isApproved', 'decisions'] as const).some((each) => now[each] !== message.seen[each]))
    return { outcome: 'changed', differences: differencesOf(message.seen, now) }
  const { groupId } = group
  await openSteps(deps).run(tx, { groupId, moderator }, (found) =>
    action === 'approve'
      ? approveGroup(deps, tx, { found, approved: true, revision: now.revision })
      : hideGroup(deps, tx, found),
  )
  if (action === 'hide') return { isNew: true, outcome: 'hidden' }
  const hiddenCount = (await tx.images.ofGroup(groupId)).filter((image) => !isShown(image)).length
  return { isNew: true, outcome: 'approved', hiddenCount }
}

/** Hides all photos of a group, and withdraws its approval if it has one. */
async function hideGroup(deps: Pick<Deps, 'clock'>, tx: Transaction, found: Moderated): Promise<void> {
  await approveGroup(deps, tx, { found, approved: false })
  for (const image of found.images.filter(isShown))
    await hideImage(tx, image, { hiddenReason: 'moderator', moderationNote: null })
}
