import type { Insertable, Selectable, Updateable } from 'kysely'
import { textNames, textsOf, withTexts } from '#contract/group-texts.ts'
import { previewPath } from '#contract/images/image-paths.ts'
import type { GroupsTable, ImagesTable } from '#server/adapters/database/tables.ts'
import type { Group } from '#server/domain/group.ts'
import type { Image, NewImage } from '#server/domain/image.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import type { GroupPatch } from '#server/ports/group-store.ts'
import { flag } from './context.ts'

export const toGroup = (row: Selectable<GroupsTable>): Group => ({
  groupId: row.group_id,
  ...textsOf(row),
  year: row.year,
  uploadDate: row.upload_date,
  captureDate: row.capture_date,
  isApproved: row.approved === 1,
  firstApprovedAt: row.first_approved_at,
  changesSinceApproval: JSON.parse(row.changes_since_approval),
  lastApproved: row.last_approved === null ? null : withTexts(JSON.parse(row.last_approved)),
  displayInWorkshop: row.display_in_workshop === 1,
  consentTimestamp: row.consent_timestamp,
  workshopRevokedTimestamp: row.workshop_revoked_timestamp,
  managementToken: row.management_token,
  contentRevision: row.content_revision,
  moderationNote: row.moderation_note,
})

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** The columns of the fields that are given. */
export function groupColumns(group: GroupPatch): Updateable<GroupsTable> {
  const columns: Updateable<GroupsTable> = {}
  for (const name of textNames) if (group[name] !== undefined) columns[name] = group[name]
  if (group.year !== undefined) columns.year = group.year
  if (group.captureDate !== undefined) columns.capture_date = group.captureDate
  if (group.isApproved !== undefined) columns.approved = flag(group.isApproved)
  if (group.firstApprovedAt !== undefined) columns.first_approved_at = group.firstApprovedAt
  if (group.changesSinceApproval !== undefined) {
    columns.changes_since_approval = JSON.stringify(group.changesSinceApproval)
  }
  if (group.lastApproved !== undefined) columns.last_approved = jsonOrNull(group.lastApproved)
  if (group.displayInWorkshop !== undefined) columns.display_in_workshop = flag(group.displayInWorkshop)
  if (group.consentTimestamp !== undefined) columns.consent_timestamp = group.consentTimestamp
  if (group.workshopRevokedTimestamp !== undefined) {
    columns.workshop_revoked_timestamp = group.workshopRevokedTimestamp
  }
  if (group.moderationNote !== undefined) columns.moderation_note = group.moderationNote
  return columns
}

export const toGroupRow = (
  group: Group,
  upload: { key: string | null; bodyDigest: string | null } | undefined,
): Insertable<GroupsTable> => ({
  group_id: group.groupId,
  ...textsOf(group),
  year: group.year,
  upload_date: group.uploadDate,
  capture_date: group.captureDate,
  approved: flag(group.isApproved),
  first_approved_at: group.firstApprovedAt,
  changes_since_approval: JSON.stringify(group.changesSinceApproval),
  last_approved: jsonOrNull(group.lastApproved),
  display_in_workshop: flag(group.displayInWorkshop),
  consent_timestamp: group.consentTimestamp,
  workshop_revoked_timestamp: group.workshopRevokedTimestamp,
  management_token: group.managementToken,
  upload_key: upload?.key ?? null,
  upload_digest: upload?.bodyDigest ?? null,
  content_revision: group.contentRevision,
  moderation_note: group.moderationNote,
})

export const toImage = (row: Selectable<ImagesTable>): Image => ({
  id: row.id,
  groupId: row.group_id,
  fileName: row.file_name,
  storedName: row.stored_name,
  originalName: row.original_name,
  previewName: previewNameFrom(row.preview_path),
  storedPreviewName: row.stored_preview_name,
  fileSize: row.file_size,
  mimeType: row.mime_type,
  width: row.width,
  height: row.height,
  uploadOrder: row.upload_order,
  imageDescription: row.image_description,
  publishedDescription: row.published_description,
  hiddenReason: row.hidden_reason,
  moderationNote: row.moderation_note,
  exifDateTaken: row.exif_date_taken,
  exifCameraModel: row.exif_camera_model,
  exifLocation:
    row.exif_location_lat === null || row.exif_location_lon === null
      ? null
      : { lat: row.exif_location_lat, lon: row.exif_location_lon },
  imageAnalysis: toImageAnalysis(row),
})

export const toImageAnalysis = (row: Pick<Selectable<ImagesTable>, keyof typeof noAnalysis>): ImageAnalysis | null =>
  row.perceptual_hash === null || row.sharpness === null
    ? null
    : { perceptualHash: row.perceptual_hash, sharpness: row.sharpness }

const noAnalysis = { perceptual_hash: null, sharpness: null }

export const analysisColumns = (analysis: ImageAnalysis | null | undefined) =>
  analysis ? { perceptual_hash: analysis.perceptualHash, sharpness: analysis.sharpness } : noAnalysis

export const previewNameFrom = (path: string): string => path.slice(previewPath('').length)

export const toImageRow = (image: NewImage): Insertable<ImagesTable> => ({
  group_id: image.groupId,
  file_name: image.fileName,
  stored_name: image.storedName ?? image.fileName,
  original_name: image.originalName,
  preview_path: previewPath(image.previewName),
  stored_preview_name: image.storedPreviewName ?? image.previewName,
  file_size: image.fileSize,
  mime_type: image.mimeType,
  width: image.width,
  height: image.height,
  upload_order: image.uploadOrder,
  image_description: image.imageDescription,
  published_description: image.publishedDescription ?? null,
  hidden_reason: image.hiddenReason ?? null,
  moderation_note: image.moderationNote ?? null,
  exif_date_taken: image.exifDateTaken,
  exif_camera_model: image.exifCameraModel,
  exif_location_lat: image.exifLocation?.lat ?? null,
  exif_location_lon: image.exifLocation?.lon ?? null,
  ...analysisColumns(image.imageAnalysis),
})
