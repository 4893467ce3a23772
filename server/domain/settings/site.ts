import type { LanguageTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'
import type { Site } from '#contract/site.ts'
import type { Settings } from './settings.ts'
import type { StoredValues } from './stored-settings.ts'

export const logoPath = ({ logo }: Pick<StoredValues, 'logo'>): string | undefined =>
  logo && `/api/site/logo?v=${logo.version}`

/** Where the operator's text is: at another address, or on the service's own page. */
const linkOf = (page: 'imprint' | 'privacy', value: string | LanguageTexts | undefined): string | null =>
  value === undefined || (typeof value !== 'string' && Object.keys(value).length === 0)
    ? null
    : typeof value === 'string'
      ? value
      : `/${page}`

/** What visitors' pages show about the operator (D75). */
export const siteOf = (settings: Settings): Site => ({
  name: settings.siteName,
  logo: logoPath(settings) ?? null,
  accentColour: settings.accentColour ?? null,
  welcomeText: settings.welcomeText ?? {},
  contact: settings.contact ?? null,
  imprint: linkOf('imprint', settings.imprint),
  privacy: linkOf('privacy', settings.privacy),
  consentTexts: settings.consentTexts ?? {},
  minorsTick: settings.minorsTick,
  languages: [...(settings.languages ?? languages)],
})

/** The text in the best language it is available in: a requested one, else English, German or any. */
export function textFor(
  texts: LanguageTexts,
  wanted: readonly string[],
): { language: Language; text: string } | undefined {
  const written = languages.filter((language) => texts[language] !== undefined)
  const [language] = [...wanted, 'en', 'de', ...written].flatMap((each) => written.filter((one) => one === each))
  const text = language && texts[language]
  return language === undefined || text === undefined ? undefined : { language, text }
}
