import { asPublished, isPublishedAsIs } from '#contract/texts/image-texts.ts'
import type { Group, Image } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/deps.ts'
import { hideRequested } from './hide-image.ts'

interface Seen {
  readonly group: Group
  readonly images: readonly Image[]
}

/** Approves a locked group as it is: its texts become public (D45), and an owner's changes count as seen (D21). */
export async function giveApproval(tx: Transaction, { group, images }: Seen, now: Date): Promise<void> {
  const unseen = images.filter((image) => !isPublishedAsIs(image))
  if (unseen.length > 0) {
    await tx.images.publishTexts(group.groupId, new Map(unseen.map((image) => [image.id, asPublished(image)])))
  }
  await hideRequested(tx, group.groupId)
  if (group.isApproved && group.changesSinceApproval.length === 0 && group.moderationNote === null) return
  await tx.groups.update(group.groupId, {
    isApproved: true,
    firstApprovedAt: group.firstApprovedAt ?? now.toISOString(),
    changesSinceApproval: [],
    lastApproved: null,
    moderationNote: null,
  })
}
