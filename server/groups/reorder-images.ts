import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { approvalPatch, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'

/**
 * Puts the images into the order given. AppError INVALID_IMAGE_ORDER unless `imageIds` is exactly the group's images,
 * once each (D22), GROUP_NOT_FOUND.
 */
export function reorderImages(
  { database }: Pick<Deps, 'database'>,
  target: EditableGroup,
  imageIds: readonly number[],
): Promise<Revisions> {
  const { groupId } = target
  return database.transaction(async (tx) => {
    const group = await lockGroup(tx, target)
    const current = (await tx.images.ofGroup(groupId)).map(({ id }) => id)
    const asked = new Set(imageIds)
    if (asked.size !== imageIds.length || asked.size !== current.length || !current.every((id) => asked.has(id))) {
      const message = `imageIds must list the ${current.length} images of the group, each of them once`
      throw new AppError('INVALID_IMAGE_ORDER', message, { details: { field: 'imageIds', images: current.length } })
    }
    if (current.every((id, index) => id === imageIds[index])) return revisionsSince(tx, group)
    const patch = await approvalPatch(tx, group, { change: 'reorder_images', target })
    await tx.images.reorder(groupId, imageIds)
    await patchGroup(tx, groupId, patch)
    return revisionsSince(tx, group)
  })
}
