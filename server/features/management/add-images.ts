import type { Deps } from '#server/deps.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import type { Image } from '#server/domain/image.ts'
import { baseName } from '#server/domain/names.ts'
import { AppError } from '#server/errors.ts'
import type { ImageReceiver } from '#server/groups/receive-images.ts'
import { isEmptyFileInput, type Part } from '#server/http/uploads/multipart.ts'
import { checkImageCount, insertImages } from './insert-images.ts'

interface ImagesForm {
  readonly parts: AsyncIterable<Part>
  readonly receiver: ImageReceiver
  /** Gets the client's names of the files as they arrive. */
  readonly fileNames: string[]
  readonly additionKey: string | undefined
}

interface Added {
  readonly newImagesCount: number
  /** All that the group has now. */
  readonly images: Image[]
}

/** What an earlier request with the key has added, undefined when there was none. */
export async function addedBefore(
  { database }: Pick<Deps, 'database'>,
  { groupId }: ManagedGroup,
  additionKey: string | undefined,
): Promise<Added | undefined> {
  const newImagesCount = additionKey && (await database.images.addedWith(groupId, additionKey))
  return newImagesCount ? { newImagesCount, images: await database.images.ofGroup(groupId) } : undefined
}

/**
 * Adds the images of a form to a group, all or none, and once for a key. Any file part is an image. AppError NO_FILES,
 * TOO_MANY_IMAGES as soon as the group would have more than 50, and what the receiver refuses.
 */
export async function addImages(
  deps: Pick<Deps, 'database'>,
  group: ManagedGroup,
  { parts, receiver, fileNames, additionKey }: ImagesForm,
): Promise<Added> {
  const existing = (await deps.database.images.ofGroup(group.groupId)).length
  try {
    for await (const part of parts) {
      if (part.kind !== 'file' || (await isEmptyFileInput(part))) continue
      checkImageCount(existing, fileNames.length + 1)
      const name = baseName(part.fileName)
      fileNames.push(name)
      await receiver.receive(name, part.content)
    }
    if (fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image; send them as the part "images"')
    return await receiver.store(async (tx, images) => {
      const all = await insertImages(tx, group, { images, additionKey })
      return { newImagesCount: images.length, images: all }
    })
  } catch (error) {
    // Browsers repeat a request on their own when its connection breaks: the other one may have been faster.
    const winner = await addedBefore(deps, group, additionKey)
    if (winner) return winner
    throw error
  }
}
