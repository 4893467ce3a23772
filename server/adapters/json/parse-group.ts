import { imageTypeNames } from '#contract/limits.ts'
import { textsOf, withTexts } from '#contract/texts/group-texts.ts'
import { mainExhibitionId, mainSlug } from '#server/domain/exhibition.ts'
import { captureDateOf, type HiddenReason } from '#server/domain/group.ts'
import {
  isStoredName,
  newManagementToken,
  newRevision,
  previewNameOf,
  typeOfName,
  withoutBidiControls,
} from '#server/domain/names.ts'
import { toTimestamp } from '#server/domain/time/timestamp.ts'
import { yearOf } from '#server/domain/time/year.ts'
import type { ArchivedConsent, ArchivedGroup, ArchivedImage } from '#server/ports/group-archive.ts'
import { type ConsentEntry, GroupEntry, type ImageEntry } from './archive-schema.ts'
import { broken } from './entry-reader.ts'
import { formats, validEntry } from './validate-entry.ts'

const time = (text: string | null | undefined): string | null => (text && toTimestamp(text)) ?? null
const lastPart = (path: string) => path.split('/').at(-1) ?? ''

const knownType = (name: string | null | undefined) => imageTypeNames.find((type) => type === name)

/**
 * A member of `groups` as a group, gaps filled as D35 says. AppError MIGRATION_FAILED names the group by its `number` in
 * the list and its id, and the field.
 */
export function parseGroup(member: unknown, { number, now }: { number: number; now: Date }): ArchivedGroup {
  const { groupId: id }: { groupId?: unknown } = member ?? {}
  const label = typeof id === 'string' ? `group ${number} (${id.slice(0, 200)})` : `group ${number}`
  const entry = validEntry(GroupEntry, member, label)
  const images = inOrder(entry.images ?? []).map(({ image, index: place }, index) =>
    parseImage(image, { at: `${label}: images[${place}]`, groupId: entry.groupId, uploadOrder: index + 1 }),
  )
  return {
    label,
    warnings: warningsOf(entry, label),
    images,
    group: toGroup(entry, images, now),
    uploadKey: entry.upload_key ?? null,
    uploadDigest: entry.upload_digest ?? null,
    exhibition: entry.exhibition || mainSlug,
    consents: (entry.socialMediaConsents ?? []).map((consent, index) =>
      parseConsent(consent, `${label}: socialMediaConsents[${index}]`),
    ),
    consentHistory: (entry.consent_history ?? []).map((change) => ({
      consentType: change.consent_type,
      platformId: change.platform_id,
      action: change.action,
      changedBy: change.changed_by,
      wording: change.wording,
      language: change.language ?? null,
      createdAt: time(change.created_at) as string,
    })),
  }
}

function warningsOf({ images = [], isApproved, approved }: GroupEntry, label: string): string[] {
  const isOdd = ({ filePath, fileName }: ImageEntry) => filePath && lastPart(filePath) !== fileName
  return [
    ...inOrder(images ?? [])
      .filter(({ image }) => isOdd(image))
      .map(({ index }) => `${label}: images[${index}].filePath does not end with the fileName, which counts`),
    ...(isApproved === undefined && approved === undefined
      ? [`${label} has neither isApproved nor approved: it counts as not approved`]
      : []),
  ]
}

function toGroup(entry: GroupEntry, images: readonly ArchivedImage[], now: Date): ArchivedGroup['group'] {
  const uploadDate = toTimestamp(entry.uploadDate) as string
  const isApproved = entry.isApproved ?? Boolean(entry.approved)
  return {
    groupId: entry.groupId,
    ...textsOf(entry),
    // Berlin has the year 10000 an hour earlier than UTC.
    year: entry.year ?? Math.min(9999, yearOf(new Date(uploadDate))),
    uploadDate,
    captureDate: captureDateOf(images),
    isApproved,
    // Without a date of its own an approved group was approved at some time after its upload.
    firstApprovedAt: entry.first_approved_at === undefined && isApproved ? uploadDate : time(entry.first_approved_at),
    changesSinceApproval: entry.changes_since_approval ?? [],
    lastApproved: entry.last_approved ? withTexts(entry.last_approved) : null,
    displayInWorkshop: entry.display_in_workshop ?? false,
    consentTimestamp: time(entry.consent_timestamp),
    workshopRevokedTimestamp: workshopRevoked(entry, now),
    managementToken: entry.management_token ?? newManagementToken(),
    contentRevision: entry.content_revision ?? newRevision(),
    moderationNote: entry.moderation_note ?? null,
    // Until its slug is looked up.
    exhibitionId: mainExhibitionId,
    staffName: entry.staff_name ?? null,
    isExhibitionEnded: entry.is_exhibition_ended ?? false,
  }
}

/** A consent that was given but is not in force was withdrawn, at the latest now: such a group is not shown (D16). */
function workshopRevoked(entry: GroupEntry, now: Date): string | null {
  if (entry.workshop_revoked_timestamp !== undefined) return time(entry.workshop_revoked_timestamp)
  return entry.consent_timestamp && entry.display_in_workshop === false ? now.toISOString() : null
}

/** By `upload_order`; images without one, or with the same, in the order of the file. */
const inOrder = (images: readonly ImageEntry[]) =>
  images
    .map((image, index) => ({ image, index, order: image.upload_order ?? index + 1 }))
    .sort((a, b) => a.order - b.order)

function parseImage(
  entry: ImageEntry,
  { at, groupId, uploadOrder }: { at: string; groupId: string; uploadOrder: number },
): ArchivedImage {
  const previewName = entry.previewPath ? lastPart(entry.previewPath) : previewNameOf(entry.fileName)
  if (!isStoredName(previewName)) {
    throw broken(`has an error in ${at}.previewPath ${formats['file-name']?.[1]}`)
  }
  const { exif_location_lat: lat = null, exif_location_lon: lon = null } = entry
  return {
    id: entry.id ?? null,
    groupId,
    fileName: entry.served_name ?? entry.fileName,
    storedName: entry.fileName,
    originalName: entry.originalName ? withoutBidiControls(entry.originalName) : (entry.originalName ?? null),
    previewName: entry.served_preview_name ?? previewName,
    storedPreviewName: previewName,
    // Until the bytes are looked at.
    mimeType: knownType(entry.mimeType) ?? typeOfName(entry.fileName) ?? 'image/jpeg',
    width: entry.width ?? null,
    height: entry.height ?? null,
    uploadOrder,
    imageDescription: entry.image_description ?? null,
    altText: entry.alt_text ?? null,
    // Older archives know one description.
    publishedDescription:
      (entry.published_description === undefined ? entry.image_description : entry.published_description) ?? null,
    publishedAltText: (entry.published_alt_text === undefined ? entry.alt_text : entry.published_alt_text) ?? null,
    hiddenReason: (entry.hidden_reason as HiddenReason | null | undefined) ?? null,
    moderationNote: entry.moderation_note ?? null,
    exifDateTaken: time(entry.exif_date_taken),
    exifCameraModel: entry.exif_camera_model ?? null,
    exifLocation: lat === null || lon === null ? null : { lat, lon },
    imageAnalysis: null,
  }
}

function parseConsent(entry: ConsentEntry, at: string): ArchivedConsent {
  const { platformId = null, platformName = null } = entry
  if (platformId === null && platformName === null) throw broken(`has an error in ${at}.platformId is missing`)
  return {
    platformId,
    platformName,
    // Silence is no consent (D63).
    consented: entry.consented ?? false,
    consentTimestamp: time(entry.consent_timestamp),
    revoked: entry.revoked ?? false,
    revokedTimestamp: time(entry.revoked_timestamp),
    takenDownAt: time(entry.taken_down_at),
    takenDownBy: entry.taken_down_by ?? null,
  }
}
