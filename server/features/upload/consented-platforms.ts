import type { Static } from 'typebox'
import type { UploadConsents } from '#contract/upload.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'

/** Ids of the platforms the visitor agreed to, once each. AppError UNKNOWN_PLATFORM for an unknown or inactive one (D7). */
export async function consentedPlatforms(
  { database }: Pick<Deps, 'database'>,
  consents: Static<typeof UploadConsents>,
): Promise<number[]> {
  const asked = (consents.socialMediaConsents ?? []).map((entry) =>
    typeof entry === 'number' ? { platformId: entry, consented: true } : { consented: true, ...entry },
  )
  if (asked.length === 0) return []
  const active = new Set((await database.platforms.all()).filter((p) => p.isActive).map((p) => p.platformId))
  for (const { platformId } of asked) {
    if (active.has(platformId)) continue
    throw new AppError('UNKNOWN_PLATFORM', `There is no active platform with the id ${platformId}`, {
      details: { platformId },
    })
  }
  return [...new Set(asked.filter(({ consented }) => consented).map(({ platformId }) => platformId))]
}

export const workshopConsentRequired = (): AppError =>
  new AppError('WORKSHOP_CONSENT_REQUIRED', 'consents.workshopConsent must be true', {
    details: { field: 'consents.workshopConsent' },
  })
