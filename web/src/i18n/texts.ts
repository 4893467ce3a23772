import type { FlatNamespace, TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf, ownDigits } from '#contract/site/languages.ts'
import { siteName } from '#web/api/site.ts'
import { i18n } from './i18n.ts'
import { type AdminLanguage, type Language, languages } from './languages.ts'

/** The texts of a part of the pages by path, such as `./de.json`. One file per language: a visitor loads only one. */
type Files = Readonly<Record<string, () => Promise<unknown>>>

/** By namespace: the texts of all pages, and those of parts that not every visitor loads. */
const namespaces = new Map<string, Files>([['translation', import.meta.glob('./*.json', { import: 'default' })]])

/** Texts of the operator in place of ours, as the server writes them into the document. */
const operatorTexts: Partial<Record<Language, object>> = JSON.parse(
  document.getElementById('own-texts')?.textContent ?? '{}',
)

const load = async (language: Language): Promise<void> => {
  const missing = [...namespaces].filter(([namespace]) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async ([namespace, of]) => {
      const file = of[`./${language}.json`] ?? of['./en.json']
      i18n.addResourceBundle(language, namespace, await file?.())
    }),
  )
  const own = operatorTexts[language]
  if (own) i18n.addResourceBundle(language, 'translation', own, true, true)
}

/** Adds the texts of a part of the pages, and reads them; ready when those in the current language have loaded. */
export const addTexts = async <Part extends FlatNamespace>(part: Part, of: Files): Promise<TFunction<Part>> => {
  namespaces.set(part, of)
  await load(startLanguage())
  return i18n.getFixedT(null, part)
}

export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language)
  await i18n.changeLanguage(language)
  rememberLanguage(language)
}

/** Of all pages, what is not in the first view: a text that `translation` lacks is looked up here. */
export const laterTexts = 'later'

/** Resolves when the texts of the first language have loaded. */
export const startTexts = async (): Promise<void> => {
  const language = startLanguage()
  i18n.on('languageChanged', (changed) => {
    document.documentElement.lang = changed
    document.documentElement.dir = directionOf(changed)
  })
  await i18n
    .use(initReactI18next)
    .use(ownDigits)
    .init({
      resources: {},
      // Each part also finds the texts of all pages.
      fallbackNS: ['translation', laterTexts],
      interpolation: { escapeValue: false, alwaysFormat: true, defaultVariables: { site: siteName } },
      react: { useSuspense: false },
    })
  await load(language)
  await i18n.changeLanguage(language)
}

/** What the operator offers (LANGUAGES), as the server has written it into the document. */
export function offeredLanguages(): readonly Language[] {
  const offered = document.documentElement.dataset.languages?.split(' ')
  return offered ? languages.filter((language) => offered.includes(language)) : languages
}

/** The language of the page; at first as start.js chose it: the visitor's choice, else the first of the browser's that we have, else English. */
const startLanguage = (): Language => languages.find((language) => language === document.documentElement.lang) ?? 'en'

export const startAdminLanguage = (): AdminLanguage => (startLanguage() === 'de' ? 'de' : 'en')

const rememberLanguage = (language: Language): void => {
  try {
    localStorage.setItem('werkschau-language', language)
  } catch {}
}
