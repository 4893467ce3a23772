import type * as shapes from '#contract/shapes.ts'
import type { SocialMediaConsent } from '#server/domain/consent.ts'
import type { Group } from '#server/domain/group.ts'
import type { Image } from '#server/domain/image.ts'

/** Without the client's file name and without a position (D14, D15). */
export const presentPublicImage = (image: Image): shapes.PublicImage => ({
  id: image.id,
  imageId: image.id,
  groupId: image.groupId,
  fileName: image.fileName,
  filePath: `/upload/${image.fileName}`,
  previewPath: `/previews/${image.previewName}`,
  fileSize: image.fileSize,
  mimeType: image.mimeType,
  width: image.width,
  height: image.height,
  upload_order: image.uploadOrder,
  imageDescription: image.imageDescription,
  exifDateTaken: image.exifDateTaken,
  exifCameraModel: image.exifCameraModel,
})

export const presentImage = (image: Image): shapes.Image => ({
  ...presentPublicImage(image),
  originalName: image.originalName,
})

export const presentSummary = (group: Group, imageCount: number): shapes.GroupSummary => ({
  groupId: group.groupId,
  groupName: group.name,
  name: group.name,
  title: group.title,
  description: group.description,
  year: group.year,
  uploadDate: group.uploadDate,
  captureDate: group.captureDate,
  isApproved: group.isApproved,
  imageCount,
  display_in_workshop: group.displayInWorkshop,
  consent_timestamp: group.consentTimestamp,
})

export const presentPublicGroup = (group: Group, images: readonly Image[]): shapes.PublicGroup => ({
  ...presentSummary(group, images.length),
  images: images.map(presentPublicImage),
})

/** For the owner and the admins. */
export const presentGroup = (group: Group, images: readonly Image[]): shapes.Group => ({
  ...presentSummary(group, images.length),
  images: images.map(presentImage),
})

export const presentConsent = (consent: SocialMediaConsent): shapes.SocialMediaConsent => ({ ...consent })
