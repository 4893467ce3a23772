import type { Static } from 'typebox'
import { limits } from '#contract/limits.ts'
import { eachText, groupTexts } from '#contract/texts/group-texts.ts'
import { type ImageTexts, readTexts, type SentTexts } from '#contract/texts/image-texts.ts'
import type { UploadConsents, UploadMetadata } from '#contract/upload.ts'
import { platformWithId } from '#server/domain/consents/consent.ts'
import { consentLanguage, wordingOf } from '#server/domain/consents/consent-texts.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkIsOffered, type Exhibition } from '#server/domain/exhibition.ts'
import { baseName } from '#server/domain/names.ts'
import { consentTextsOf } from '#server/domain/settings/exhibition-texts.ts'
import { clean, optionalText, truncate } from '#server/domain/text/text.ts'
import { checkYear, yearOf } from '#server/domain/time/year.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { SubmissionTexts } from '#server/ports/submission-store.ts'
import type { FileTexts } from './upload-form.ts'

interface GivenConsents {
  readonly exhibition: Exhibition
  readonly consents: Static<typeof UploadConsents>
  readonly acceptLanguage?: string | undefined
}

type BatchWords = GivenConsents & { readonly metadata: Static<typeof UploadMetadata> }

/** What comes with many images, checked (D7). AppError WORKSHOP_CONSENT_REQUIRED, TEXT_TOO_LONG, UNKNOWN_PLATFORM … */
export async function checkBatch(
  deps: Deps,
  { metadata, ...given }: BatchWords,
): Promise<SubmissionTexts & Pick<Required<SubmissionTexts>, 'exhibitionId'>> {
  if (given.consents.workshopConsent !== true) throw workshopConsentRequired()
  const now = deps.clock.now()
  return {
    ...eachText((name) => optionalText(name, metadata[name], groupTexts[name].maxLength)),
    year: checkYear(metadata.year ?? yearOf(now), now),
    ...(await readConsents(deps, given)),
  }
}

/**
 * What the visitor agreed to in the exhibition. AppError UNKNOWN_PLATFORM, CONSENT_TEXTS_CHANGED for a page that has shown
 * other texts: the proof would contain what nobody has read (D74).
 */
export async function readConsents(deps: Deps, { exhibition, consents, acceptLanguage }: GivenConsents) {
  const texts = consentTextsOf(deps.settings.current, exhibition)
  const { wording, language, minorsConsent = false } = consents
  if (wording !== undefined && wording !== wordingOf(texts)) {
    throw new AppError('CONSENT_TEXTS_CHANGED', 'The texts of the consents have changed since they were shown')
  }
  return {
    exhibitionId: exhibition.id,
    consentTexts: texts ?? null,
    platformIds: await consentedPlatforms(deps, exhibition, consents),
    minorsConsent,
    language: consentLanguage(language, acceptLanguage),
  }
}

/** Ids of the platforms the visitor agreed to, once each. AppError UNKNOWN_PLATFORM for one that is unknown, inactive or not offered by the exhibition (D7, D79). */
async function consentedPlatforms(
  { database }: Pick<Deps, 'database'>,
  exhibition: Exhibition,
  consents: Static<typeof UploadConsents>,
): Promise<number[]> {
  const asked = (consents.socialMediaConsents ?? []).map((entry) =>
    typeof entry === 'number' ? { platformId: entry, consented: true } : { consented: true, ...entry },
  )
  if (asked.length === 0) return []
  const platforms = await database.platforms.all()
  for (const { platformId } of asked) checkIsOffered(exhibition, platformWithId(platforms, platformId))
  return [...new Set(asked.filter(({ consented }) => consented).map(({ platformId }) => platformId))]
}

export const workshopConsentRequired = (): AppError =>
  new AppError('WORKSHOP_CONSENT_REQUIRED', 'consents.workshopConsent must be true', {
    details: { field: 'consents.workshopConsent' },
  })

/**
 * The texts of each file by the client's file name: the nth entry of a name goes to the nth file of that name.
 * Longer ones are truncated, entries for unknown names are ignored (D7).
 */
export function matchDescriptions(
  fileNames: readonly string[],
  descriptions: readonly FileTexts[],
): Partial<ImageTexts>[] {
  const waiting = Map.groupBy(descriptions, ({ fileName }) => baseName(fileName))
  return fileNames.map((fileName) => truncatedTexts(waiting.get(fileName)?.shift() ?? {}))
}

/** Texts over their limits are truncated (D7). */
export const truncatedTexts = (sent: SentTexts): Partial<ImageTexts> =>
  readTexts(sent, (name, text) => truncate(clean(text ?? ''), limits[name]) || null)
