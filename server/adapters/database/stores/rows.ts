import type { Insertable, Updateable } from 'kysely'
import { previewPath } from '#contract/images/image-paths.ts'
import { textNames, textsOf, withTexts } from '#contract/texts/group-texts.ts'
import { flag, toColumns } from '#server/adapters/database/columns.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import type { Group, Image, NewImage } from '#server/domain/group.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import type { GroupPatch, PublishedFields, PublishedImage } from '#server/ports/group-store.ts'

export const publishedGroupColumns = [
  'group_id',
  ...textNames,
  'year',
  'upload_date',
  'capture_date',
  'approved',
  'display_in_workshop',
  'consent_timestamp',
  'workshop_revoked_timestamp',
  'exhibition_id',
  'is_exhibition_ended',
] as const

export const toPublishedFields = (
  row: Pick<Row<'groups'>, (typeof publishedGroupColumns)[number]>,
): PublishedFields => ({
  groupId: row.group_id,
  ...textsOf(row),
  year: row.year,
  uploadDate: row.upload_date,
  captureDate: row.capture_date,
  isApproved: row.approved === 1,
  displayInWorkshop: row.display_in_workshop === 1,
  consentTimestamp: row.consent_timestamp,
  workshopRevokedTimestamp: row.workshop_revoked_timestamp,
  exhibitionId: row.exhibition_id,
  isExhibitionEnded: row.is_exhibition_ended === 1,
})

export const toGroup = (row: Row<'groups'>): Group => ({
  ...toPublishedFields(row),
  firstApprovedAt: row.first_approved_at,
  changesSinceApproval: JSON.parse(row.changes_since_approval),
  lastApproved: row.last_approved === null ? null : withTexts(JSON.parse(row.last_approved)),
  managementToken: row.management_token,
  contentRevision: row.content_revision,
  moderationNote: row.moderation_note,
  staffName: row.staff_name,
})

/** The columns of the fields that are given. */
export const groupColumns = ({ isApproved, ...fields }: GroupPatch): Updateable<Tables['groups']> => ({
  ...toColumns(fields),
  ...(isApproved !== undefined && { approved: flag(isApproved) }),
})

export const toGroupRow = (
  { isApproved, ...fields }: Group,
  upload: { key: string | null; bodyDigest: string | null } | undefined,
): Insertable<Tables['groups']> => ({
  ...toColumns(fields),
  approved: flag(isApproved),
  upload_key: upload?.key ?? null,
  upload_digest: upload?.bodyDigest ?? null,
})

/** Of `toPublishedImage`. */
export const publishedColumns = [
  'id',
  'group_id',
  'file_name',
  'preview_path',
  'file_size',
  'mime_type',
  'width',
  'height',
  'published_description',
  'published_alt_text',
  'hidden_reason',
  'exif_date_taken',
  'exif_camera_model',
] as const

export const toPublishedImage = (row: Pick<Row<'images'>, (typeof publishedColumns)[number]>): PublishedImage => ({
  id: row.id,
  groupId: row.group_id,
  fileName: row.file_name,
  previewName: previewNameFrom(row.preview_path),
  fileSize: row.file_size,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  publishedDescription: row.published_description,
  publishedAltText: row.published_alt_text,
  hiddenReason: row.hidden_reason,
  exifDateTaken: row.exif_date_taken,
  exifCameraModel: row.exif_camera_model,
})

export const toImage = (row: Row<'images'>): Image => ({
  ...toPublishedImage(row),
  storedName: row.stored_name,
  originalName: row.original_name,
  storedPreviewName: row.stored_preview_name,
  uploadOrder: row.upload_order,
  imageDescription: row.image_description,
  altText: row.alt_text,
  moderationNote: row.moderation_note,
  exifLocation:
    row.exif_location_lat === null || row.exif_location_lon === null
      ? null
      : { lat: row.exif_location_lat, lon: row.exif_location_lon },
  imageAnalysis: toImageAnalysis(row),
})

export const toImageAnalysis = (row: Pick<Row<'images'>, keyof typeof noAnalysis>): ImageAnalysis | null =>
  row.perceptual_hash === null || row.sharpness === null
    ? null
    : { perceptualHash: row.perceptual_hash, sharpness: row.sharpness }

const noAnalysis = { perceptual_hash: null, sharpness: null }

export const analysisColumns = (analysis: ImageAnalysis | null | undefined) =>
  analysis ? { perceptual_hash: analysis.perceptualHash, sharpness: analysis.sharpness } : noAnalysis

export const previewNameFrom = (path: string): string => path.slice(previewPath('').length)

export const toImageRow = ({
  previewName,
  exifLocation,
  imageAnalysis,
  ...fields
}: NewImage): Insertable<Tables['images']> => ({
  stored_name: fields.fileName,
  stored_preview_name: previewName,
  ...toColumns(fields),
  preview_path: previewPath(previewName),
  exif_location_lat: exifLocation?.lat ?? null,
  exif_location_lon: exifLocation?.lon ?? null,
  ...analysisColumns(imageAnalysis),
})
