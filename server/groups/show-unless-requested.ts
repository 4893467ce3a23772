import type { Image } from '#server/domain/image.ts'
import { keepsHidden } from '#server/domain/removal-request.ts'
import type { Transaction } from '#server/ports/database.ts'
import { showImage } from './hide-image.ts'

/** Shows an image of a locked group that removal requests had hidden, unless one of them still keeps it hidden (D70). */
export async function showUnlessRequested(
  tx: Transaction,
  { id, groupId }: Pick<Image, 'id' | 'groupId'>,
): Promise<void> {
  const image = await tx.images.find(id)
  if (image?.hiddenReason !== 'removal_request') return
  const requests = await tx.removalRequests.ofImage(id)
  if (!requests.some(keepsHidden)) await showImage(tx, { id, groupId })
}
