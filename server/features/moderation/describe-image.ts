import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { imageNotFound } from '#server/domain/image.ts'
import { optionalText } from '#server/domain/text.ts'
import { AppError } from '#server/errors.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'

/** Sets the description of one image. AppError TEXT_TOO_LONG, GROUP_NOT_FOUND, IMAGE_NOT_FOUND. */
export async function describeImage(
  deps: Pick<Deps, 'database'>,
  { groupId, imageId, description }: { groupId: string; imageId: number; description: string },
): Promise<{ imageDescription: string | null }> {
  const imageDescription = optionalText('image_description', description, limits.imageDescription)
  const descriptions = [{ imageId, description: imageDescription ?? '' }]
  try {
    await updateImageDescriptions(deps, { groupId, descriptions, by: 'admin' })
  } catch (error) {
    // The id is in the path here (D22).
    throw error instanceof AppError && error.code === 'UNKNOWN_IMAGE' ? imageNotFound(imageId) : error
  }
  return { imageDescription }
}
