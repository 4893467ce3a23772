import type { ManagedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import type { Deps } from '#server/ports/deps.ts'

interface Request {
  readonly consentType: 'workshop' | 'social_media' | 'platform'
  readonly action: 'revoke' | 'restore'
  readonly platformId?: number | undefined
}

interface Answer {
  readonly consentType: 'workshop' | 'social_media'
  readonly platformId: number | null
  readonly newValue: boolean
}

/** AppError INVALID_BODY without a platform where one is needed, UNKNOWN_PLATFORM, GROUP_NOT_FOUND (D20). */
export async function changeConsent(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'settings'>,
  target: ManagedGroup,
  { consentType, action, platformId: asked }: Request,
): Promise<Answer> {
  const platformId = consentType === 'workshop' ? null : asked
  if (platformId === undefined) {
    throw new AppError('INVALID_BODY', `platformId is required for consentType ${consentType}`, {
      details: { field: 'platformId' },
    })
  }
  const { newValue } = await deps.database.transaction((tx) =>
    applyConsentChange(deps, tx, { target, action, platformId }),
  )
  return { consentType: platformId === null ? 'workshop' : 'social_media', platformId, newValue }
}
