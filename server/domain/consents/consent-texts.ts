import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import type { Language } from '#contract/site/languages.ts'
import { digest } from '#server/domain/digest.ts'
import { type ConsentType, consentWording } from './consent.ts'
import texts from './consent-texts.json' with { type: 'json' }

/**
 * What the upload page says in each language, version `consentWording`; a test holds both together. A change of what is agreed
 * to makes a new version: earlier ones stay in the database.
 */
export const consentTexts: Readonly<Record<string, Readonly<Record<ConsentType, string>>>> = texts

const baseOf = (tag: string): string => tag.trim().toLowerCase().split('-', 1)[0] ?? ''

/** The languages of an `Accept-Language`, the most preferred first. */
export const acceptedLanguages = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const quality = parameters
        .find((each) => each.trim().startsWith('q='))
        ?.trim()
        .slice(2)
      return { language: baseOf(tag), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language)

/** Of the available languages: the client's choice, else the best match for `Accept-Language`. */
export const preferredLanguage = (
  all: readonly string[],
  asked: string | undefined,
  acceptLanguage: string | undefined,
): string | undefined =>
  [baseOf(asked ?? ''), ...acceptedLanguages(acceptLanguage ?? '')].find((language) => all.includes(language))

/** The language of the consent texts that a visitor saw (D68). */
export const consentLanguage = (asked: string | undefined, acceptLanguage: string | undefined): string =>
  preferredLanguage(Object.keys(consentTexts), asked, acceptLanguage) ?? 'en'

/** The version of the texts, the operator's included (D75): a new one after each change. */
export const wordingOf = (own: ConsentTexts = {}): string =>
  Object.keys(own).length === 0 ? consentWording : `${consentWording}.${digest(JSON.stringify(own)).slice(0, 12)}`

export const consentTextsIn = (language: string, own?: ConsentTexts) =>
  Object.entries({ ...consentTexts[language], ...own?.[language as Language] }).map(([consentType, text]) => ({
    version: wordingOf(own),
    language,
    consentType: consentType as ConsentType,
    text,
  }))
