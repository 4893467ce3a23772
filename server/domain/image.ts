import type { ImageType } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'

export interface Image {
  readonly id: number
  readonly groupId: string
  readonly fileName: string
  /** The base name of the client's file; null for images migrated without one. */
  readonly originalName: string | null
  readonly previewName: string
  readonly fileSize: number
  readonly mimeType: ImageType
  readonly width: number | null
  readonly height: number | null
  /** 1..n without gaps inside the group. */
  readonly uploadOrder: number
  readonly imageDescription: string | null
  readonly exifDateTaken: string | null
  readonly exifCameraModel: string | null
  readonly exifLocation: { readonly lat: number; readonly lon: number } | null
}

export type NewImage = Omit<Image, 'id'>

export const imageNotFound = (imageId: number): AppError =>
  new AppError('IMAGE_NOT_FOUND', `The group has no image ${imageId}`, { details: { imageId } })

/** The image id in a path. AppError IMAGE_NOT_FOUND when it is no integer (D22); it is not repeated, whatever it is. */
export function imageIdFrom(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('IMAGE_NOT_FOUND', 'An image id is a whole number')
}
