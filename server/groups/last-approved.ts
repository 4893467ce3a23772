import { textsOf } from '#contract/group-texts.ts'
import type { LastApproved } from '#contract/shapes.ts'
import type { Editor } from '#server/domain/approval.ts'
import type { Group } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/database.ts'

/**
 * Read before a change is written, and stored with it: the current state of the group when its owner changes it for the first time
 * since its last approval. What moderators changed until then counts as known.
 */
export async function lastApproved(
  tx: Transaction,
  group: Group,
  by: Editor,
): Promise<Partial<Pick<Group, 'lastApproved'>>> {
  if (by === 'admin' || group.firstApprovedAt === null || group.changesSinceApproval.length > 0) return {}
  return { lastApproved: await stateOf(tx, group) }
}

async function stateOf(tx: Transaction, group: Group): Promise<LastApproved> {
  const images = await tx.images.ofGroup(group.groupId)
  const consents = await tx.consents.ofGroup(group.groupId)
  return {
    ...textsOf(group),
    year: group.year,
    display_in_workshop: group.displayInWorkshop && group.workshopRevokedTimestamp === null,
    platformIds: consents.filter(({ consented, revoked }) => consented && !revoked).map(({ platformId }) => platformId),
    // What a moderator saw last (D45).
    images: images.map(({ id, publishedDescription }) => ({ imageId: id, imageDescription: publishedDescription })),
  }
}
