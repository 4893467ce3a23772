import type { Static } from 'typebox'
import type { UploadConsents } from '#contract/upload.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkIsActive, platformWithId } from '#server/domain/platforms.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Ids of the platforms the visitor agreed to, once each. AppError UNKNOWN_PLATFORM for an unknown or inactive one (D7). */
export async function consentedPlatforms(
  { database }: Pick<Deps, 'database'>,
  consents: Static<typeof UploadConsents>,
): Promise<number[]> {
  const asked = (consents.socialMediaConsents ?? []).map((entry) =>
    typeof entry === 'number' ? { platformId: entry, consented: true } : { consented: true, ...entry },
  )
  if (asked.length === 0) return []
  const platforms = await database.platforms.all()
  for (const { platformId } of asked) checkIsActive(platformWithId(platforms, platformId))
  return [...new Set(asked.filter(({ consented }) => consented).map(({ platformId }) => platformId))]
}

export const workshopConsentRequired = (): AppError =>
  new AppError('WORKSHOP_CONSENT_REQUIRED', 'consents.workshopConsent must be true', {
    details: { field: 'consents.workshopConsent' },
  })
