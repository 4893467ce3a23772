import type { Answer } from '#web/api/client.ts'
import type { PlatformConsent } from '#web/features/management/managed-group.ts'

export interface PlatformRow {
  readonly id: number
  readonly icon: string
  readonly displayName: string
  /** In force. */
  readonly given: boolean
  /** When it was given or withdrawn; null when it never was. */
  readonly since: string | null
  /** One that is not can only be withdrawn. */
  readonly isOffered: boolean
}

/**
 * The offered platforms with their consents, then those no longer offered that have a consent. Until the offered ones are
 * loaded, all with a consent count as offered.
 */
export const platformRows = (
  offered: Answer<'GET /api/social-media/platforms'> | undefined,
  consents: readonly PlatformConsent[],
): PlatformRow[] => {
  const rowOf = (id: number, isOffered: boolean) => {
    const consent = consents.find(({ platformId }) => platformId === id)
    const given = consent?.consented === true && !consent.revoked
    const since = (consent?.revoked ? consent.revokedTimestamp : consent?.consentTimestamp) ?? null
    return { id, given, since, isOffered }
  }
  const others = consents.filter(({ platformId }) => !offered?.some((platform) => platform.platform_id === platformId))
  return [
    ...(offered ?? []).map(({ platform_id: id, icon_name: icon, display_name: displayName }) => ({
      ...rowOf(id, true),
      icon,
      displayName,
    })),
    ...others.map(({ platformId, platformName: icon, displayName }) => ({
      ...rowOf(platformId, offered === undefined),
      icon,
      displayName,
    })),
  ]
}
