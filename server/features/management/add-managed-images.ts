import type { Deps } from '#server/deps.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import type { Image } from '#server/domain/image.ts'
import { baseName } from '#server/domain/names.ts'
import { AppError } from '#server/errors.ts'
import { addImages, checkImageCount } from '#server/groups/add-images.ts'
import type { ImageReceiver } from '#server/groups/receive-images.ts'
import { isEmptyFileInput, type Part } from '#server/http/multipart.ts'

interface ImagesForm {
  readonly parts: AsyncIterable<Part>
  readonly receiver: ImageReceiver
  /** Gets the client's names of the files as they arrive. */
  readonly fileNames: string[]
}

/**
 * Adds the images of a form to a group, all or none, and answers all that it has then. Any file part is an image. AppError NO_FILES, TOO_MANY_IMAGES as
 * soon as the group would have more than 50, and what the receiver refuses.
 */
export async function addManagedImages(
  { storage }: Pick<Deps, 'storage'>,
  { groupId }: ManagedGroup,
  { parts, receiver, fileNames }: ImagesForm,
): Promise<{ newImagesCount: number; images: Image[] }> {
  const existing = (await storage.images.ofGroup(groupId)).length
  for await (const part of parts) {
    if (part.kind !== 'file' || (await isEmptyFileInput(part))) continue
    checkImageCount(existing, fileNames.length + 1)
    const name = baseName(part.fileName)
    fileNames.push(name)
    await receiver.receive(name, part.content)
  }
  if (fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image; send them as the part "images"')
  return receiver.store(async (tx, images) => {
    return { newImagesCount: images.length, images: await addImages(tx, { groupId, images, by: 'owner' }) }
  })
}
