import { limits } from '#contract/limits.ts'
import { approvalAfter, editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { optionalText } from '#server/domain/text/text.ts'
import type { Deps } from '#server/ports/deps.ts'
import { lastApproved, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'

/** Of several for one image the last counts. */
export type Descriptions = readonly { readonly imageId: number; readonly description: string }[]

/**
 * Sets descriptions of images, all or none; an empty one removes it. AppError TEXT_TOO_LONG over 200 code points,
 * UNKNOWN_IMAGE for an id that is not of the group (D22), GROUP_NOT_FOUND. Returns the number of images named.
 */
export async function updateImageDescriptions(
  { database }: Pick<Deps, 'database'>,
  target: EditableGroup,
  descriptions: Descriptions,
): Promise<Revisions & { updatedCount: number }> {
  const { groupId } = target
  const by = editorOf(target)
  const wanted = new Map(
    descriptions.map(({ imageId, description }, index) => [
      imageId,
      optionalText(`descriptions[${index}].description`, description, limits.imageDescription),
    ]),
  )
  return database.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    const current = new Map((await tx.images.ofGroup(groupId)).map((image) => [image.id, image]))
    for (const imageId of wanted.keys()) {
      if (current.has(imageId)) continue
      throw new AppError('UNKNOWN_IMAGE', `The group has no image ${imageId}`, { details: { imageId } })
    }
    const changes = new Map([...wanted].filter(([id, text]) => current.get(id)?.imageDescription !== text))
    if (changes.size > 0) {
      const known = await lastApproved(tx, group, by)
      await tx.images.describe(groupId, changes)
      await patchGroup(tx, groupId, { ...known, ...approvalAfter(group, { change: 'update_descriptions', by }) })
    }
    // The public gets what a moderator has seen (D45).
    const seen = [...wanted].filter(([id, text]) => by === 'admin' && current.get(id)?.publishedDescription !== text)
    if (seen.length > 0) await tx.images.publishDescriptions(groupId, new Map(seen))
    return { updatedCount: wanted.size, ...(await revisionsSince(tx, group)) }
  })
}
