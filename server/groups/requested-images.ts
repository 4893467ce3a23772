import { type Image, isShown } from '#server/domain/image.ts'
import { keepsHidden } from '#server/domain/removal-request.ts'
import type { Transaction } from '#server/ports/database.ts'
import { hideImage, showImage } from './hide-image.ts'

// Removal requests have the last word over everything that shows a photo (D70, D94).

const byRequest = { hiddenReason: 'removal_request', moderationNote: null } as const

/** Shows a hidden image of a locked group again, unless a removal request keeps it hidden. */
export async function showUnlessRequested(tx: Transaction, image: Image): Promise<void> {
  const requests = await tx.removalRequests.ofImage(image.id)
  if (!requests.some(keepsHidden)) await showImage(tx, image)
  else if (image.hiddenReason !== 'removal_request') await tx.images.setHidden(image, byRequest)
}

/** After a request was decided, or its photo redacted: shows the image that removal requests had hidden and no longer do. */
export async function showIfNoLongerRequested(tx: Transaction, { id }: Pick<Image, 'id'>): Promise<void> {
  const image = await tx.images.find(id)
  if (image?.hiddenReason === 'removal_request') await showUnlessRequested(tx, image)
}

/** Hides what open requests keep hidden, in the transaction that may make a locked group public. */
export async function hideRequested(tx: Transaction, groupId: string): Promise<void> {
  const requested = (await tx.removalRequests.openOfGroup(groupId)).filter(keepsHidden)
  if (requested.length === 0) return
  const ids = new Set(requested.map(({ imageId }) => imageId))
  const images = await tx.images.ofGroup(groupId)
  for (const image of images.filter((each) => ids.has(each.id) && isShown(each))) await hideImage(tx, image, byRequest)
}
