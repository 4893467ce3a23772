import type { Deps } from '#server/deps.ts'
import { approvalAfter, editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { captureDateOf } from '#server/domain/capture-date.ts'
import { imageNotFound } from '#server/domain/image.ts'
import { AppError } from '#server/errors.ts'
import type { Transaction } from '#server/ports/database.ts'
import { lockGroup, patchGroup } from './lock-group.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'

/**
 * Deletes an image with its files; the others move up in the upload order. AppError GROUP_NOT_FOUND, IMAGE_NOT_FOUND for
 * an image that is unknown or of another group, LAST_IMAGE for the only one (D22, D32).
 */
export async function deleteImage(
  deps: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  target: EditableGroup,
  imageId: number,
): Promise<{ remainingImages: number }> {
  const { image, remainingImages } = await deps.database.transaction(async (tx) => {
    const removed = await removeRow(tx, target, imageId)
    await tx.takedowns.outliveImage(target.groupId, { imageId, at: deps.clock.now().toISOString() })
    await tx.fileRemovals.plan(filesOf([removed.image]), 0)
    await tx.withdrawals.add({ kind: 'image_deleted', groupId: target.groupId, imageId })
    return removed
  })
  await removeFilesNow(deps, filesOf([image]))
  return { remainingImages }
}

async function removeRow(tx: Transaction, target: EditableGroup, imageId: number) {
  const { groupId } = target
  const group = await lockGroup(tx, groupId)
  const images = await tx.images.ofGroup(groupId)
  const image = images.find(({ id }) => id === imageId)
  if (image === undefined) throw imageNotFound(imageId)
  if (images.length === 1) throw new AppError('LAST_IMAGE', 'The last image of a group cannot be deleted on its own')
  await tx.images.remove(image)
  const rest = images.filter((each) => each !== image)
  await patchGroup(tx, groupId, {
    captureDate: captureDateOf(rest),
    ...approvalAfter(group, { change: 'delete_image', by: editorOf(target) }),
  })
  return { image, remainingImages: rest.length }
}
