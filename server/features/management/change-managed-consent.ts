import type { Deps } from '#server/deps.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/errors.ts'
import { changeConsent } from '#server/groups/change-consent.ts'
import type { Alongside } from '#server/ports/database.ts'

interface Request {
  readonly consentType: 'workshop' | 'social_media' | 'platform'
  readonly action: 'revoke' | 'restore'
  readonly platformId?: number | undefined
  readonly alongside?: Alongside | undefined
}

interface Answer {
  readonly consentType: 'workshop' | 'social_media'
  readonly platformId: number | null
  readonly newValue: boolean
}

/** AppError INVALID_BODY without a platform where one is needed, UNKNOWN_PLATFORM, GROUP_NOT_FOUND (D20). */
export async function changeManagedConsent(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  { groupId }: ManagedGroup,
  { consentType, action, platformId: asked, alongside }: Request,
): Promise<Answer> {
  const platformId = consentType === 'workshop' ? null : asked
  if (platformId === undefined) {
    throw new AppError('INVALID_BODY', `platformId is required for consentType ${consentType}`, {
      details: { field: 'platformId' },
    })
  }
  const request = { groupId, action, platformId, changedBy: 'management_link' } as const
  const { newValue } = await deps.database.transaction(async (tx) => {
    const change = await changeConsent(deps, tx, request)
    await alongside?.(tx)
    return change
  })
  return { consentType: platformId === null ? 'workshop' : 'social_media', platformId, newValue }
}
