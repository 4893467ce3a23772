import type { LanguageTexts } from '#contract/settings/setting-values.ts'
import type { Site } from '#contract/site.ts'
import { type Language, languages } from '#server/domain/languages.ts'
import type { StoredValues } from './stored-settings.ts'

export const defaultSiteName = 'Werkschau'

/** What the service calls itself. */
export const siteNameOf = ({ siteName }: Pick<StoredValues, 'siteName'>): string => siteName ?? defaultSiteName

export const logoPath = ({ logo }: Pick<StoredValues, 'logo'>): string | undefined =>
  logo && `/api/site/logo?v=${logo.version}`

/** Where the operator's text is: at another address, or on the service's own page. */
const linkOf = (page: 'imprint' | 'privacy', value: string | LanguageTexts | undefined): string | null =>
  value === undefined || (typeof value !== 'string' && Object.keys(value).length === 0)
    ? null
    : typeof value === 'string'
      ? value
      : `/${page}`

interface Offered {
  readonly contactUrl: string | undefined
  readonly languages: readonly Language[] | undefined
}

/** What visitors' pages show about the operator (D75). */
export const siteOf = (values: StoredValues, offered: Offered): Site => ({
  name: siteNameOf(values),
  logo: logoPath(values) ?? null,
  accentColour: values.accentColour ?? null,
  welcomeText: values.welcomeText ?? {},
  contact: offered.contactUrl ?? null,
  imprint: linkOf('imprint', values.imprint),
  privacy: linkOf('privacy', values.privacy),
  consentTexts: values.consentTexts ?? {},
  minorsTick: values.minorsTick ?? true,
  languages: [...(offered.languages ?? languages)],
})

/** The text in the best language it is available in: a requested one, else English, German or any. */
export function textFor(
  texts: LanguageTexts,
  wanted: readonly string[],
): { language: Language; text: string } | undefined {
  const written = languages.filter((language) => texts[language] !== undefined)
  const language = [...wanted, 'en', 'de', ...written].find((each) => written.some((one) => one === each)) as Language
  const text = texts[language]
  return text === undefined ? undefined : { language, text }
}
