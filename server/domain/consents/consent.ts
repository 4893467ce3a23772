import type * as contract from '#contract/shapes.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import type { CamelCased } from '#server/domain/text/snake-case.ts'

export type SocialMediaPlatform = Readonly<CamelCased<contract.SocialMediaPlatform>>

/** A revoked one keeps `consented` (D20). */
export type SocialMediaConsent = Readonly<contract.SocialMediaConsent>

/** The name of the platform whose consent the gallery needs: our own pages (D90). */
export const websitePlatform = 'website'

export const isInForce = ({ consented, revoked }: Pick<SocialMediaConsent, 'consented' | 'revoked'>): boolean =>
  consented && !revoked

/** `minors`: the people in the photos agree, or their parents. */
export type ConsentType = 'workshop' | 'social_media' | 'minors'

/** The version of the consent texts on the upload page; raised whenever a text changes what is agreed to. */
export const consentWording = '2'

type Platforms = readonly SocialMediaPlatform[]

const unknownPlatform = (message: string, details: { platformId: number } | { platform: string }): AppError =>
  new AppError('UNKNOWN_PLATFORM', message, { details })

/** AppError UNKNOWN_PLATFORM. */
export const platformWithId = (platforms: Platforms, platformId: number): SocialMediaPlatform =>
  orThrow(
    platforms.find((each) => each.platformId === platformId),
    () => unknownPlatform(`There is no platform with the id ${platformId}`, { platformId }),
  )

/** By its name, in any case, or its id as text. AppError UNKNOWN_PLATFORM. */
export function platformNamed(platforms: Platforms, nameOrId: string): SocialMediaPlatform {
  const name = nameOrId.toLowerCase()
  const isNamed = ({ platformId, platformName }: SocialMediaPlatform) =>
    platformName.toLowerCase() === name || String(platformId) === nameOrId
  const platform = platforms.find(({ platformName }) => platformName === nameOrId) ?? platforms.find(isNamed)
  return orThrow(platform, () => unknownPlatform(`There is no platform ${nameOrId}`, { platform: nameOrId }))
}

/** Consents can be given for active platforms only (D7). AppError UNKNOWN_PLATFORM. */
export function checkIsActive({ platformId, displayName, isActive }: SocialMediaPlatform): void {
  if (!isActive) throw unknownPlatform(`${displayName} is not offered any more`, { platformId })
}
