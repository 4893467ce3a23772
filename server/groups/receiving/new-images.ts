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
  images.map(({ fileName, previewName, originalName, fileSize, facts }, index) => ({
    groupId,
    fileName,
    previewName,
    originalName,
    fileSize,
    mimeType: facts.mimeType,
    width: facts.width,
    height: facts.height,
    uploadOrder: place.after + index + 1,
    ...imageTextsOf(place.texts[index] ?? {}),
    exifDateTaken: facts.exifDateTaken,
    exifCameraModel: facts.exifCameraModel,
    exifLocation: facts.exifLocation,
    imageAnalysis: facts.imageAnalysis ?? null,
  }))
