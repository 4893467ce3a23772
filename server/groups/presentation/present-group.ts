import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import type * as shapes from '#contract/shapes.ts'
import { textsOf } from '#contract/texts/group-texts.ts'
import { fromPublished, type ImageTexts, publishedTextsOf } from '#contract/texts/image-texts.ts'
import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import type { Group, Image } from '#server/domain/group.ts'
import { isBlurred } from '#server/domain/images/image-analysis.ts'
import { photoCodeOf } from '#server/domain/photo-code.ts'
import { snakeCased } from '#server/domain/text/snake-case.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { PublishedFields, PublishedImage } from '#server/ports/group-store.ts'

/** Its number and description for the reader it is presented to. */
const presentFields = (image: PublishedImage, uploadOrder: number, texts: ImageTexts): shapes.PublicImage => ({
  id: image.id,
  imageId: image.id,
  groupId: image.groupId,
  fileName: image.fileName,
  filePath: originalPath(image.fileName),
  previewPath: previewPath(image.previewName),
  fileSize: image.fileSize,
  mimeType: image.mimeType,
  width: image.width,
  height: image.height,
  upload_order: uploadOrder,
  code: photoCodeOf(image.id),
  imageDescription: texts.imageDescription,
  altText: texts.altText,
  exifDateTaken: image.exifDateTaken,
  exifCameraModel: image.exifCameraModel,
})

/** For the owner. */
export const presentImage = (image: Image): shapes.Image => ({
  ...presentFields(image, image.uploadOrder, image),
  originalName: image.originalName,
  hidden: image.hiddenReason !== null,
  hiddenReason: image.hiddenReason,
  moderationNote: image.moderationNote,
})

export const presentAdminImage = (image: Image): shapes.AdminImage => ({
  ...presentImage(image),
  ...publishedTextsOf(image),
  blurred: isBlurred(image),
})

export const presentSummary = (group: PublishedFields, imageCount: number): shapes.GroupSummary => ({
  groupId: group.groupId,
  groupName: group.name,
  ...textsOf(group),
  year: group.year,
  uploadDate: group.uploadDate,
  captureDate: group.captureDate,
  isApproved: group.isApproved,
  imageCount,
  display_in_workshop: group.displayInWorkshop,
  consent_timestamp: group.consentTimestamp,
})

/**
 * `images` are the shown ones: the public counts and numbers no others (D71). With the texts that a moderator saw,
 * without the client's file name and without a position (D14, D15, D45). `exhibition` is its slug where there is more
 * than one (D82).
 */
export const presentPublicGroup = (
  group: PublishedFields,
  images: readonly PublishedImage[],
  exhibition?: string,
): shapes.PublicGroup => ({
  ...presentSummary(group, images.length),
  ...(exhibition !== undefined && { exhibition }),
  images: images.map((image, index) => presentFields(image, index + 1, fromPublished(image))),
})

/** For the owner. */
export const presentGroup = (
  { exhibitions }: Pick<Deps, 'exhibitions'>,
  group: Group,
  images: readonly Image[],
): shapes.Group => ({
  ...presentSummary(group, images.length),
  exhibition: exhibitions.nameOf(group.exhibitionId),
  images: images.map(presentImage),
})

export const presentPlatform = (platform: SocialMediaPlatform): shapes.SocialMediaPlatform => snakeCased(platform)
