import type { Image } from '#server/domain/image.ts'
import { replaceServedNames } from '#server/groups/replace-served-names.ts'
import type { Database } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'

export interface HiddenImage {
  readonly groupId: string
  readonly imageId: number
  readonly name: string
}

/**
 * The photos whose originals are missing. With `repair` the public does not see them any more. They are not deleted: the
 * bytes may be in an older backup.
 */
export async function hideWithoutBytes(
  database: Database,
  { missing, repair }: { missing: readonly FileName[]; repair: boolean },
): Promise<HiddenImage[]> {
  const found: HiddenImage[] = []
  for (const { kind, name } of missing) {
    if (kind === 'preview') continue
    const image = await database.images.findByStoredName(kind, name)
    if (image === undefined) continue
    if (repair && image.hiddenReason === null) await hide(database, image)
    found.push({ groupId: image.groupId, imageId: image.id, name })
  }
  return found
}

const hide = (database: Database, { groupId, id }: Image): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.groups.lock(groupId)
    const image = (await tx.images.ofGroup(groupId)).find((each) => each.id === id)
    if (image === undefined || image.hiddenReason !== null) return
    await tx.images.setHidden(image, { hiddenReason: 'moderator', moderationNote: image.moderationNote })
    await tx.withdrawals.add({ kind: 'image_hidden', groupId, imageId: id })
    await replaceServedNames(tx, groupId, [image])
  })
