import { type ImageTexts, imageTextsOf } from '#contract/texts/image-texts.ts'
import type { NewImage } from '#server/domain/group.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'

interface Placement {
  /** Those of each image; missing ones are null. */
  readonly texts: readonly Partial<ImageTexts>[]
  /** Number of images the group has already. */
  readonly after: number
}

/** Rows for received images, numbered on from the group's last one. */
export const newImages = (groupId: string, images: readonly ReceivedImage[], place: Placement): NewImage[] =>
  images.map(({ facts: { imageAnalysis = null, ...facts }, ...image }, index) => ({
    groupId,
    ...image,
    ...facts,
    imageAnalysis,
    uploadOrder: place.after + index + 1,
    ...imageTextsOf(place.texts[index] ?? {}),
  }))
