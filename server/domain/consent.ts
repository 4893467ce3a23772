export interface SocialMediaPlatform {
  readonly platformId: number
  readonly platformName: string
  readonly displayName: string
  readonly iconName: string
  readonly isActive: boolean
}

export interface SocialMediaConsent {
  readonly platformId: number
  readonly platformName: string
  readonly displayName: string
  readonly consented: boolean
  readonly consentTimestamp: string | null
  /** A revoked record keeps `consented` (D20). */
  readonly revoked: boolean
  readonly revokedTimestamp: string | null
}

/** Consented, and not revoked since. */
export const isInForce = ({ consented, revoked }: Pick<SocialMediaConsent, 'consented' | 'revoked'>): boolean =>
  consented && !revoked

/** `minors`: the people in the photos agree, or their parents. */
export type ConsentType = 'workshop' | 'social_media' | 'minors'

/** The version of the consent texts on the upload page; raised whenever a text changes what is agreed to. */
export const consentWording = '2'
