import type { ConsentType, SocialMediaConsent, SocialMediaPlatform } from '#server/domain/consents/consent.ts'

export interface PlatformReads {
  /** In their order. */
  all(): Promise<SocialMediaPlatform[]>
  /** Whether a group ever consented to it. */
  isUsed(platformId: number): Promise<boolean>
}

export interface PlatformWrites extends PlatformReads {
  /** Adds a platform after all others, with the next id. */
  add(platform: Omit<SocialMediaPlatform, 'platformId'>): Promise<SocialMediaPlatform>
  /** Everything but the id. */
  update(platform: SocialMediaPlatform): Promise<void>
  /** All ids in their new order. */
  reorder(platformIds: readonly number[]): Promise<void>
}

export interface ConsentReads {
  /** The text of a version in a language; undefined when no visitor agreed to it. */
  text(of: Omit<ConsentText, 'text'>): Promise<string | undefined>
  /** In the order of the platforms. */
  ofGroup(groupId: string): Promise<SocialMediaConsent[]>
  /**
   * When those groups consented that still do, by group: of the groups that are named, or up to `limit` with larger ids
   * than `after`, by id. Empty where the time is not known.
   */
  inForce(
    platformName: string,
    of: readonly string[] | { readonly after: string; readonly limit: number },
  ): Promise<Map<string, string>>
}

export interface ConsentWrites extends ConsentReads {
  /** Adds the record, or replaces the one of the same platform. */
  put(groupId: string, consent: Omit<SocialMediaConsent, 'platformName' | 'displayName'>): Promise<void>
  /** Who revoked it last, as domain/consents/consent-origin.ts writes it; undefined when the history does not say so. */
  lastRevokedBy(
    groupId: string,
    consent: Pick<ConsentChange, 'consentType' | 'platformId'>,
  ): Promise<string | undefined>
  /** Stores texts that a visitor agrees to, one at least, unless they are stored already. */
  keepText(...texts: readonly ConsentText[]): Promise<void>
  /** Adds lines to the history of consents, one at least. */
  record(...entries: readonly ConsentChange[]): Promise<void>
}

export interface ConsentText {
  readonly version: string
  readonly language: string
  readonly consentType: ConsentType
  /** With `{{name}}` for the name of the platform. */
  readonly text: string
}

export interface ConsentChange {
  readonly groupId: string
  readonly consentType: ConsentType
  readonly platformId: number | null
  readonly action: 'give' | 'revoke' | 'restore'
  /** As domain/consents/consent-origin.ts writes it. */
  readonly changedBy: string
  /** Version of the wording that was agreed to. */
  readonly wording: string
  /** Of the text that was agreed to; null where none was shown or it is not known. */
  readonly language: string | null
  readonly createdAt: string
}
