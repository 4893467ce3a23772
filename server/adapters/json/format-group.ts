import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import type { Image } from '#server/domain/group.ts'
import { snakeCased } from '#server/domain/text/snake-case.ts'
import type { TransferredConsent, WholeGroup } from '#server/ports/group-transfer.ts'
import type { ConsentEntry, GroupEntry, ImageEntry } from './archive-schema.ts'

/** What only installations with exhibitions write: the files of others stay as older programs know them. */
type ExhibitionFields = Pick<GroupEntry, 'exhibition' | 'is_exhibition_ended'>

/** A group as `groups.json` has it, nothing left out (D37). `slugOf` is undefined without exhibitions. */
export function formatGroup(
  { group, images, consents, consentHistory, ...upload }: WholeGroup,
  slugOf: ((exhibitionId: number) => string) | undefined,
): Required<Omit<GroupEntry, 'approved' | keyof ExhibitionFields>> & ExhibitionFields {
  const { groupId, uploadDate, isApproved, captureDate: _fromImages, exhibitionId, isExhibitionEnded, ...more } = group
  return {
    groupId,
    uploadDate,
    isApproved,
    ...snakeCased(more),
    changes_since_approval: [...more.changesSinceApproval],
    images: images.map(formatImage),
    socialMediaConsents: consents.map(formatConsent),
    ...snakeCased(upload),
    consent_history: consentHistory.map(snakeCased),
    ...(slugOf && { exhibition: slugOf(exhibitionId), is_exhibition_ended: isExhibitionEnded }),
  }
}

function formatImage(image: Image): Required<ImageEntry> {
  const { groupId: _ofGroup, imageAnalysis: _derived, exifLocation, ...stored } = image
  const { fileName, previewName, storedName, storedPreviewName, originalName, fileSize, mimeType, ...more } = stored
  return {
    fileName: storedName,
    originalName,
    filePath: originalPath(storedName),
    previewPath: previewPath(storedPreviewName),
    fileSize,
    mimeType,
    ...snakeCased(more),
    exif_location_lat: exifLocation?.lat ?? null,
    exif_location_lon: exifLocation?.lon ?? null,
    served_name: fileName,
    served_preview_name: previewName,
  }
}

const formatConsent = ({ platformId, platformName, ...consent }: TransferredConsent): Required<ConsentEntry> => ({
  platformId,
  platformName,
  ...snakeCased(consent),
})
