import type { ExhibitionTexts } from '#contract/exhibitions.ts'
import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import { languages } from '#contract/site/languages.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import type { Settings } from './settings.ts'

/**
 * The operator's wording of the consents in an exhibition: each text is its own, else the site's (D79). undefined where
 * neither has one.
 */
export function consentTextsOf(
  { consentTexts: site }: Pick<Settings, 'consentTexts'>,
  { texts: { consentTexts: own } }: Pick<Exhibition, 'texts'>,
): ConsentTexts | undefined {
  if (own === undefined || Object.keys(own).length === 0) return site
  const merged = languages.map((language) => [language, { ...site?.[language], ...own[language] }] as const)
  return Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** What visitors read in an exhibition: its own texts, completed by the site's. */
export const exhibitionTexts = (
  settings: Pick<Settings, 'welcomeText' | 'consentTexts' | 'minorsTick'>,
  exhibition: Pick<Exhibition, 'texts'>,
): Required<ExhibitionTexts> => ({
  welcomeText: { ...settings.welcomeText, ...exhibition.texts.welcomeText },
  consentTexts: consentTextsOf(settings, exhibition) ?? {},
  minorsTick: exhibition.texts.minorsTick ?? settings.minorsTick,
})
