import { limits } from '#contract/limits.ts'
import { approvalAfter } from '#server/domain/approval.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Image } from '#server/domain/image.ts'
import { captureDateOf } from '#server/domain/images/capture-date.ts'
import { type UploadKey, uploadKeysSince } from '#server/domain/upload-key.ts'
import { lastApproved } from '#server/groups/last-approved.ts'
import { lockGroup, patchGroup } from '#server/groups/lock-group.ts'
import { newImages } from '#server/groups/receiving/new-images.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'

/** AppError TOO_MANY_IMAGES when a group with `existing` images would get more than 50. */
export function checkImageCount(existing: number, added: number): void {
  const limit = limits.imagesPerGroup
  if (existing + added <= limit) return
  throw new AppError('TOO_MANY_IMAGES', `A group can have at most ${limit} images; this one has ${existing} already`, {
    details: { limit, existing },
  })
}

interface Addition {
  readonly images: readonly ReceivedImage[]
  /** Records the key, so that the request can be repeated; fails if it was recorded before. */
  readonly additionKey: UploadKey | undefined
  readonly now: Date
}

/**
 * Adds received images to a group, after its last one. Runs inside `ImageReceiver.store`, whose transaction makes the files
 * theirs. Returns all images of the group. AppError GROUP_NOT_FOUND, TOO_MANY_IMAGES.
 */
export async function insertImages(
  tx: Transaction,
  { groupId }: ManagedGroup,
  { images, additionKey, now }: Addition,
): Promise<Image[]> {
  const group = await lockGroup(tx, groupId)
  const existing = await tx.images.ofGroup(groupId)
  checkImageCount(existing.length, images.length)
  const known = await lastApproved(tx, group, 'owner')
  const added = await tx.images.insert(newImages(groupId, images, { descriptions: [], after: existing.length }))
  if (additionKey !== undefined) {
    const addedAt = now.toISOString()
    await tx.images.forgetAdditions(groupId, uploadKeysSince(now))
    await tx.images.recordAddition(groupId, { ...additionKey, imageCount: added.length, addedAt })
  }
  await patchGroup(tx, groupId, {
    captureDate: captureDateOf([...existing, ...added]),
    ...known,
    ...approvalAfter(group, { change: 'add_images', by: 'owner' }),
  })
  return [...existing, ...added]
}
