import { type SocialMediaPlatform, websitePlatform } from '#server/domain/consents/consent.ts'
import { AppError } from '#server/domain/errors.ts'
import type { FoundFile } from '#server/groups/receiving/look-at-file.ts'
import type { ArchivedConsent, ArchivedGroup } from '#server/ports/group-archive.ts'
import type { IncomingGroup, TransferredConsent } from '#server/ports/group-transfer.ts'

export const brokenEntry = ({ label }: Pick<ArchivedGroup, 'label'>, problem: string): AppError =>
  new AppError('MIGRATION_FAILED', `groups.json has an error in ${label}: ${problem}`)

/** An image of a type that is not accepted (D63). */
const notShown = {
  hiddenReason: 'moderator',
  moderationNote: 'Kein JPEG-, PNG- oder WebP-Bild / not a JPEG, PNG or WebP image',
} as const

interface Surroundings {
  readonly platforms: readonly SocialMediaPlatform[]
  /** Of the images, in their order. */
  readonly files: readonly FoundFile[]
  /** A rollback wrote the archive: what it says of the bytes is true, and they have no position. */
  readonly factsKnown: boolean
  readonly keepLocation: boolean
}

/** The group with everything that the archive does not contain. AppError MIGRATION_FAILED for an unknown platform. */
export function completeGroup(
  archived: ArchivedGroup,
  { platforms, files, factsKnown, keepLocation }: Surroundings,
): IncomingGroup {
  const { group, uploadKey, uploadDigest, consentHistory } = archived
  return {
    group,
    uploadKey,
    uploadDigest,
    consentHistory,
    images: archived.images.map((image, index) => ({
      ...image,
      ...(!factsKnown && { width: null, height: null }),
      ...(files[index]?.isAccepted === false && notShown),
      fileSize: files[index]?.size ?? 0,
      exifLocation: keepLocation ? image.exifLocation : null,
    })),
    consents: completeConsents(archived, platforms),
  }
}

function completeConsents(archived: ArchivedGroup, platforms: readonly SocialMediaPlatform[]): TransferredConsent[] {
  const seen = new Set<number>()
  return archived.consents.map((consent, index) => {
    const platform = findPlatform(consent, platforms)
    const at = `socialMediaConsents[${index}]`
    if (platform === undefined) throw brokenEntry(archived, `${at}.platformId is no platform that exists`)
    if (seen.has(platform.platformId)) throw brokenEntry(archived, `${at} is the second for ${platform.platformName}`)
    seen.add(platform.platformId)
    return { ...consent, platformId: platform.platformId, platformName: platform.platformName }
  })
}

const nameOf = ({ platformName }: ArchivedConsent): string | undefined =>
  platformName?.trim().toLowerCase() || undefined

/** Only the name identifies the platform: every installation assigns its own ids (D63). */
function findPlatform(consent: ArchivedConsent, platforms: readonly SocialMediaPlatform[]) {
  const name = nameOf(consent)
  return platforms.find((each) =>
    // A number alone is no consent to be on the web (D90).
    name === undefined
      ? each.platformId === consent.platformId && each.platformName !== websitePlatform
      : each.platformName === name,
  )
}

/** Names of platforms that the database does not know. */
export const unknownPlatforms = ({ consents }: ArchivedGroup, platforms: readonly SocialMediaPlatform[]): string[] =>
  consents.flatMap((consent) => {
    const name = nameOf(consent)
    return name === undefined || platforms.some((each) => each.platformName === name) ? [] : [name]
  })

/** As the migration adds it: the form does not ask for consent to it (D63). */
export const inactivePlatform = (platformName: string): Omit<SocialMediaPlatform, 'platformId'> => ({
  platformName,
  displayName: platformName,
  iconName: 'world',
  isActive: false,
})
