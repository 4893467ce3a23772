import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import type { GroupTexts, TextName } from '#contract/texts/group-texts.ts'
import type { Image } from '#server/domain/group.ts'
import type { TransferredConsent, WholeGroup } from '#server/ports/group-transfer.ts'
import type { ConsentEntry, GroupEntry, HistoryEntry, ImageEntry } from './archive-schema.ts'

/** Compiles only when every field of `T` has been taken out. */
const nothingLeft = (_rest: Record<string, never>): void => undefined

/** Compiles only when nothing else is among the texts. */
const onlyTexts = <T extends GroupTexts>(texts: T & Record<Exclude<keyof T, TextName>, never>): GroupTexts => texts

/** What only installations with exhibitions write: the files of others stay as older programs know them. */
type ExhibitionFields = Pick<GroupEntry, 'exhibition' | 'is_exhibition_ended'>

/** A group as `groups.json` has it, nothing left out (D37). `slugOf` is undefined without exhibitions. */
export function formatGroup(
  { group, uploadKey, uploadDigest, images, consents, consentHistory, ...rest }: WholeGroup,
  slugOf: ((exhibitionId: number) => string) | undefined,
): Required<Omit<GroupEntry, 'approved' | keyof ExhibitionFields>> & ExhibitionFields {
  const { groupId, year, uploadDate, captureDate: _fromImages, ...more } = group
  const { isApproved, firstApprovedAt, changesSinceApproval, displayInWorkshop, ...further } = more
  const { consentTimestamp, workshopRevokedTimestamp, managementToken, contentRevision, ...last } = further
  const { moderationNote, lastApproved, exhibitionId, isExhibitionEnded, staffName, ...texts } = last
  nothingLeft(rest)
  return {
    groupId,
    ...onlyTexts(texts),
    year,
    uploadDate,
    isApproved,
    display_in_workshop: displayInWorkshop,
    consent_timestamp: consentTimestamp,
    management_token: managementToken,
    images: images.map(formatImage),
    socialMediaConsents: consents.map(formatConsent),
    first_approved_at: firstApprovedAt,
    changes_since_approval: [...changesSinceApproval],
    last_approved: lastApproved,
    workshop_revoked_timestamp: workshopRevokedTimestamp,
    upload_key: uploadKey,
    upload_digest: uploadDigest,
    content_revision: contentRevision,
    moderation_note: moderationNote,
    staff_name: staffName,
    consent_history: consentHistory.map(formatChange),
    ...(slugOf && { exhibition: slugOf(exhibitionId), is_exhibition_ended: isExhibitionEnded }),
  }
}

function formatImage(image: Image): Required<ImageEntry> {
  const { id, groupId: _ofGroup, fileName, originalName, previewName, uploadOrder, imageDescription, ...more } = image
  const { fileSize, mimeType, width, height, exifDateTaken, exifCameraModel, exifLocation, ...further } = more
  const {
    storedName,
    storedPreviewName,
    publishedDescription,
    altText,
    publishedAltText,
    hiddenReason,
    moderationNote,
    imageAnalysis: _derived,
    ...left
  } = further
  nothingLeft(left)
  return {
    fileName: storedName,
    originalName,
    filePath: originalPath(storedName),
    previewPath: previewPath(storedPreviewName),
    upload_order: uploadOrder,
    image_description: imageDescription,
    id,
    fileSize,
    mimeType,
    width,
    height,
    exif_date_taken: exifDateTaken,
    exif_camera_model: exifCameraModel,
    exif_location_lat: exifLocation?.lat ?? null,
    exif_location_lon: exifLocation?.lon ?? null,
    served_name: fileName,
    served_preview_name: previewName,
    published_description: publishedDescription,
    alt_text: altText,
    published_alt_text: publishedAltText,
    hidden_reason: hiddenReason,
    moderation_note: moderationNote,
  }
}

function formatConsent(consent: TransferredConsent): Required<ConsentEntry> {
  const { platformId, platformName, consented, consentTimestamp, revoked, revokedTimestamp, ...more } = consent
  const { takenDownAt, takenDownBy, ...left } = more
  nothingLeft(left)
  return {
    platformId,
    platformName,
    consented,
    consent_timestamp: consentTimestamp,
    revoked,
    revoked_timestamp: revokedTimestamp,
    taken_down_at: takenDownAt,
    taken_down_by: takenDownBy,
  }
}

function formatChange(change: WholeGroup['consentHistory'][number]): Required<HistoryEntry> {
  const { consentType, platformId, action, changedBy, wording, language, createdAt, ...left } = change
  nothingLeft(left)
  return {
    consent_type: consentType,
    platform_id: platformId,
    action,
    changed_by: changedBy,
    wording,
    language,
    created_at: createdAt,
  }
}
