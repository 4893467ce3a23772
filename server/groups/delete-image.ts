import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { captureDateOf, imageNotFound } from '#server/domain/group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { approvalPatch, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'

/**
 * Deletes an image with its files; the others move up in the upload order. AppError GROUP_NOT_FOUND, IMAGE_NOT_FOUND for
 * an image that is unknown or of another group, LAST_IMAGE for the only one (D22, D32).
 */
export async function deleteImage(
  deps: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  target: EditableGroup,
  imageId: number,
): Promise<Revisions & { remainingImages: number }> {
  const { files, ...removed } = await deps.database.transaction((tx) => deleteImageRow(deps, tx, { target, imageId }))
  await removeFilesNow(deps, files)
  return removed
}

/** The transaction's part of `deleteImage`; after its commit `files` go with `removeFilesNow`. */
export async function deleteImageRow(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { target, imageId }: { readonly target: EditableGroup; readonly imageId: number },
): Promise<Revisions & { files: FileName[]; remainingImages: number }> {
  const { image, ...removed } = await removeRow(tx, target, imageId)
  const at = clock.now().toISOString()
  const files = filesOf([image])
  await tx.takedowns.orderForImage(target.groupId, { imageId, at })
  await tx.removalRequests.closeOfImage(imageId, at)
  await tx.fileRemovals.plan(files, 0)
  await tx.withdrawals.add({ kind: 'image_deleted', groupId: target.groupId, imageId })
  return { files, ...removed }
}

async function removeRow(tx: Transaction, target: EditableGroup, imageId: number) {
  const { groupId } = target
  const group = await lockGroup(tx, target)
  const images = await tx.images.ofGroup(groupId)
  const image = images.find(({ id }) => id === imageId)
  if (image === undefined) throw imageNotFound(imageId)
  if (images.length === 1) throw new AppError('LAST_IMAGE', 'The last image of a group cannot be deleted on its own')
  const patch = await approvalPatch(tx, group, { change: 'delete_image', target })
  await tx.images.remove(image)
  const rest = images.filter((each) => each !== image)
  await patchGroup(tx, groupId, { captureDate: captureDateOf(rest), ...patch })
  return { image, remainingImages: rest.length, ...(await revisionsSince(tx, group)) }
}
