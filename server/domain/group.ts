import type { ImageType } from '#contract/limits.ts'
import { imageRefusals } from '#contract/operation/errors.ts'
import type { LastApproved, OwnerChange } from '#contract/shapes.ts'
import type { GroupTexts } from '#contract/texts/group-texts.ts'
import type { ImageTexts, PublishedTexts } from '#contract/texts/image-texts.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { AppError } from './errors.ts'

/** A group as it is stored. Timestamps are ISO 8601 in UTC with milliseconds. */
export interface Group extends GroupTexts {
  readonly groupId: string
  readonly year: number
  readonly uploadDate: string
  /** The earliest capture date of its images. */
  readonly captureDate: string | null
  readonly isApproved: boolean
  /** When it was approved first; null for a group that never was, which the cleanup deletes. */
  readonly firstApprovedAt: string | null
  /** What the owner changed after the last approval, each kind once; empty for a group never approved (D21). */
  readonly changesSinceApproval: readonly OwnerChange[]
  /** What it was before the first of these changes; null without one, and where an older release noted them. */
  readonly lastApproved: LastApproved | null
  readonly displayInWorkshop: boolean
  /** When the consent to the display was given; null when it was never asked. */
  readonly consentTimestamp: string | null
  /** When the consent to the display was withdrawn; null while it is given or was never asked. */
  readonly workshopRevokedTimestamp: string | null
  readonly managementToken: string
  /** Opaque; changes with everything that the feed would show: images, their order, texts, captions (D44). */
  readonly contentRevision: string
  /** The moderators' words to the owner (D73). */
  readonly moderationNote: string | null
  /** The one exhibition it belongs to (D79). */
  readonly exhibitionId: number
  /** Of the staff link that it was uploaded with (D91). */
  readonly staffName: string | null
  /** Its exhibition was ended and with it everything public of the group (D82). */
  readonly isExhibitionEnded: boolean
}

/** The group is no longer what the caller has seen (D44). */
export const groupChanged = (groupId: string): AppError =>
  new AppError('GROUP_CHANGED', 'The group has changed since it was loaded; look at it again', { details: { groupId } })

/** The same text whatever is missing: a wrong token, a deleted group (D18). */
export const groupNotFound = (): AppError => new AppError('GROUP_NOT_FOUND', 'The group does not exist')

/**
 * What a group must be for the public to see it: approved, the consent to the display not withdrawn (D16), and its
 * exhibition not ended (D82). The database selects by the same definition.
 */
export const publicState = {
  isApproved: true,
  workshopRevokedTimestamp: null,
  isExhibitionEnded: false,
} as const satisfies Partial<Group>

/** Whether the public sees the group. Of its images it sees those that are not hidden (D71). */
export const isPublic = (group: Pick<Group, keyof typeof publicState>): boolean =>
  group.isApproved === publicState.isApproved &&
  group.workshopRevokedTimestamp === publicState.workshopRevokedTimestamp &&
  group.isExhibitionEnded === publicState.isExhibitionEnded

export type HiddenReason = 'moderator' | 'removal_request'

/** With its texts, and those that a moderator saw last: the public gets these (D45). */
export interface Image extends ImageTexts, PublishedTexts {
  readonly id: number
  readonly groupId: string
  /** The name it is served under; replaced when the old address must stop working (D47). */
  readonly fileName: string
  /** The name of its bytes in the file store. */
  readonly storedName: string
  /** The base name of the client's file; null for images migrated without one. */
  readonly originalName: string | null
  /** Served, as `fileName`. */
  readonly previewName: string
  readonly storedPreviewName: string
  readonly fileSize: number
  readonly mimeType: ImageType
  readonly width: number | null
  readonly height: number | null
  /** 1..n without gaps inside the group. */
  readonly uploadOrder: number
  /** Why it is not shown; null for one that is (D71). */
  readonly hiddenReason: HiddenReason | null
  /** Why moderators hid it, for the owner. */
  readonly moderationNote: string | null
  /** null when absent or impossible. */
  readonly exifDateTaken: string | null
  readonly exifCameraModel: string | null
  /** Degrees, WGS 84. */
  readonly exifLocation: { readonly lat: number; readonly lon: number } | null
  /** null: the preview was not analysed yet. */
  readonly imageAnalysis: ImageAnalysis | null
}

type LaterFields =
  | 'storedName'
  | 'storedPreviewName'
  | keyof PublishedTexts
  | 'hiddenReason'
  | 'moderationNote'
  | 'imageAnalysis'

/** By default stored under the names it is served under, not hidden and not analysed. */
export type NewImage = Omit<Image, 'id' | LaterFields> & Partial<Pick<Image, LaterFields>>

/** Not hidden: part of what the public gets (D71). */
export const isShown = ({ hiddenReason }: Pick<Image, 'hiddenReason'>): boolean => hiddenReason === null

export const imageNotFound = (imageId: number): AppError =>
  new AppError('IMAGE_NOT_FOUND', `The group has no image ${imageId}`, { details: { imageId } })

/** The image id in a path. AppError IMAGE_NOT_FOUND when it is no integer (D22); the error does not repeat it. */
export function imageIdFrom(text: string): number {
  const imageId = idFrom(text)
  if (imageId > 0) return imageId
  throw new AppError('IMAGE_NOT_FOUND', 'An image id is a whole number')
}

/** The earliest capture date of the images; null when none has one. */
export const captureDateOf = (images: readonly { exifDateTaken: string | null }[]): string | null =>
  images.reduce<string | null>((earliest, { exifDateTaken: taken }) => {
    if (taken === null) return earliest
    return earliest === null || taken < earliest ? taken : earliest
  }, null)

export const isImageRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && imageRefusals.includes(error.code)
