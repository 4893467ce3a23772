import type { Static } from 'typebox'
import { eachText, groupTexts } from '#contract/group-texts.ts'
import type { UploadConsents, UploadMetadata } from '#contract/upload.ts'
import { consentLanguage } from '#server/domain/consent-texts/consent-texts.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { checkYear, yearOf } from '#server/domain/time/year.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { SubmissionTexts } from '#server/ports/submission-store.ts'
import { consentedPlatforms, workshopConsentRequired } from './consented-platforms.ts'

interface BatchWords {
  readonly metadata: Static<typeof UploadMetadata>
  readonly consents: Static<typeof UploadConsents>
  readonly acceptLanguage?: string | undefined
}

/** What comes with many images, checked (D7). AppError WORKSHOP_CONSENT_REQUIRED, TEXT_TOO_LONG, UNKNOWN_PLATFORM … */
export async function checkBatch(
  deps: Deps,
  { metadata, consents, acceptLanguage }: BatchWords,
): Promise<SubmissionTexts> {
  if (consents.workshopConsent !== true) throw workshopConsentRequired()
  const now = deps.clock.now()
  return {
    ...eachText((name) => optionalText(name, metadata[name], groupTexts[name].maxLength)),
    year: checkYear(metadata.year ?? yearOf(now), now),
    platformIds: await consentedPlatforms(deps, consents),
    minorsConsent: consents.minorsConsent ?? false,
    language: consentLanguage(consents.language, acceptLanguage),
  }
}
