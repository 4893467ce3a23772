import type { Image } from '#server/domain/image.ts'
import type { Transaction } from '#server/ports/database.ts'
import { replaceServedNames } from './replace-served-names.ts'

type Hidden = { readonly hiddenReason: NonNullable<Image['hiddenReason']> } & Pick<Image, 'moderationNote'>

/** Takes a shown image of a locked group out of public view: its old addresses lead nowhere (D47, D71). */
export async function hideImage(tx: Transaction, image: Image, hidden: Hidden): Promise<void> {
  await tx.images.setHidden(image, hidden)
  await replaceServedNames(tx, image.groupId, [image])
  await tx.withdrawals.add({ kind: 'image_hidden', groupId: image.groupId, imageId: image.id })
}

/** Shows a hidden image of a locked group again. */
export async function showImage(tx: Transaction, image: Pick<Image, 'id' | 'groupId'>): Promise<void> {
  await tx.images.setHidden(image, { hiddenReason: null, moderationNote: null })
  await tx.withdrawals.add({ kind: 'image_shown', groupId: image.groupId, imageId: image.id })
}
