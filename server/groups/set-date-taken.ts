import { captureDateOf, type Image } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/deps.ts'
import { patchGroup } from './change-group.ts'

/** Sets the capture date of an image of a locked group, and with it the group's. */
export async function setDateTaken(
  tx: Transaction,
  image: Image,
  exifDateTaken: Image['exifDateTaken'],
): Promise<void> {
  if (image.exifDateTaken === exifDateTaken) return
  await tx.images.setDateTaken(image, exifDateTaken)
  await patchGroup(tx, image.groupId, { captureDate: captureDateOf(await tx.images.ofGroup(image.groupId)) })
}
