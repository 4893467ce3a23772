import { type Image, isShown } from '#server/domain/group.ts'
import { newImageName } from '#server/domain/names.ts'
import { keepsHidden } from '#server/domain/removal-request.ts'
import type { Transaction } from '#server/ports/deps.ts'

type Hidden = { readonly hiddenReason: NonNullable<Image['hiddenReason']> } & Pick<Image, 'moderationNote'>

/** Takes a shown image of a locked group out of public view: its old addresses lead nowhere (D47, D71). */
export async function hideImage(tx: Transaction, image: Image, hidden: Hidden): Promise<void> {
  await tx.images.setHidden(image, hidden)
  await replaceServedNames(tx, image.groupId, [image])
  await tx.withdrawals.add({ kind: 'image_hidden', groupId: image.groupId, imageId: image.id })
}

export async function showImage(tx: Transaction, image: Pick<Image, 'id' | 'groupId'>): Promise<void> {
  await tx.images.setHidden(image, { hiddenReason: null, moderationNote: null })
  await tx.withdrawals.add({ kind: 'image_shown', groupId: image.groupId, imageId: image.id })
}

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

/**
 * Serves images of a group under new names, because people who may no longer see them know the old ones: those addresses
 * answer 404 from the commit on (D47).
 */
export async function replaceServedNames(tx: Transaction, groupId: string, images: readonly Image[]): Promise<void> {
  const names = new Map(images.map(({ id, mimeType }) => [id, newImageName(mimeType)]))
  if (names.size > 0) await tx.images.rename(groupId, names)
}
