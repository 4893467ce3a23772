import type { SocialMediaConsent, SocialMediaPlatform } from '#server/domain/consent.ts'

export interface PlatformReads {
  all(): Promise<SocialMediaPlatform[]>
}

export interface PlatformWrites extends PlatformReads {
  /** Adds a platform, which gets the next id. */
  add(platform: Omit<SocialMediaPlatform, 'platformId'>): Promise<SocialMediaPlatform>
}

export interface ConsentReads {
  /** In the order of the platforms. */
  ofGroup(groupId: string): Promise<SocialMediaConsent[]>
}

export interface ConsentWrites extends ConsentReads {
  /** Adds the record, or replaces the one of the same platform. */
  put(groupId: string, consent: Omit<SocialMediaConsent, 'platformName' | 'displayName'>): Promise<void>
  /** Who revoked it last, as domain/consent-origin.ts writes it; undefined when the history does not say so. */
  lastRevokedBy(
    groupId: string,
    consent: Pick<ConsentChange, 'consentType' | 'platformId'>,
  ): Promise<string | undefined>
  /** Adds a line to the group's history of consents. */
  record(entry: ConsentChange): Promise<void>
}

export interface ConsentChange {
  readonly groupId: string
  readonly consentType: 'workshop' | 'social_media'
  readonly platformId: number | null
  readonly action: 'give' | 'revoke' | 'restore'
  /** As domain/consent-origin.ts writes it. */
  readonly changedBy: string
  /** Version of the wording that was agreed to. */
  readonly wording: string
  readonly createdAt: string
}
