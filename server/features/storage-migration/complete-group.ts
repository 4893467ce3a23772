import type { Deps } from '#server/deps.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { AppError } from '#server/errors.ts'
import type { ArchivedConsent, ArchivedGroup } from '#server/ports/group-archive.ts'
import type { IncomingGroup, TransferredConsent } from '#server/ports/group-transfer.ts'

export const brokenGroup = ({ label }: ArchivedGroup, problem: string): AppError =>
  new AppError('MIGRATION_FAILED', `groups.json has an error in ${label}: ${problem}`)

interface Surroundings {
  readonly platforms: readonly SocialMediaPlatform[]
  /** Bytes of the images' files, in the order of the images. */
  readonly fileSizes: readonly number[]
  readonly keepLocation: boolean
}

/** The group with what the archive leaves to be looked up. AppError MIGRATION_FAILED for an unknown platform. */
export function completeGroup(
  archived: ArchivedGroup,
  { platforms, fileSizes, keepLocation }: Surroundings,
): IncomingGroup {
  const { group, uploadKey, uploadDigest, consentHistory } = archived
  return {
    group,
    uploadKey,
    uploadDigest,
    consentHistory,
    images: archived.images.map((image, index) => ({
      ...image,
      fileSize: fileSizes[index] ?? 0,
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
    if (platform === undefined) throw brokenGroup(archived, `${at}.platformId is no platform that exists`)
    if (seen.has(platform.platformId)) throw brokenGroup(archived, `${at} is the second for ${platform.platformName}`)
    seen.add(platform.platformId)
    return { ...consent, platformId: platform.platformId, platformName: platform.platformName }
  })
}

const nameOf = ({ platformName }: ArchivedConsent): string | undefined =>
  platformName?.trim().toLowerCase() || undefined

/** A name says which platform is meant, and no other is: ids are counted differently by every installation (D63). */
function findPlatform(consent: ArchivedConsent, platforms: readonly SocialMediaPlatform[]) {
  const name = nameOf(consent)
  return platforms.find((each) =>
    name === undefined ? each.platformId === consent.platformId : each.platformName === name,
  )
}

/** Names of platforms that the database does not know. */
export const unknownPlatforms = ({ consents }: ArchivedGroup, platforms: readonly SocialMediaPlatform[]): string[] =>
  consents.flatMap((consent) => {
    const name = nameOf(consent)
    return name === undefined || platforms.some((each) => each.platformName === name) ? [] : [name]
  })

/** As the migration adds it: nobody is asked for consent to it (D63). */
export const inactivePlatform = (platformName: string): Omit<SocialMediaPlatform, 'platformId'> => ({
  platformName,
  displayName: platformName,
  iconName: 'world',
  isActive: false,
})

/** Bytes of the files of all images, 0 where a file is missing. */
export async function fileSizesOf({ files }: Pick<Deps, 'files'>, groups: readonly ArchivedGroup[]): Promise<number[]> {
  const sizes: number[] = []
  const names = groups.flatMap(({ images }) => images.map(({ storedName }) => storedName))
  // Together, because a bucket takes its time for each.
  for (let start = 0; start < names.length; start += atOnce) {
    const part = names.slice(start, start + atOnce)
    sizes.push(...(await Promise.all(part.map(async (name) => (await files.open('original', name))?.size ?? 0))))
  }
  return sizes
}

const atOnce = 50
