import type { FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf } from '#contract/site/languages.ts'
import { siteName } from '#web/api/site.ts'
import type en from './en.json'
import { i18n } from './i18n.ts'
import { rememberLanguage, startLanguage } from './language.ts'
import type { AdminLanguage, Language } from './languages.ts'

/** A language without a text of the English ones does not compile. */
type Texts = typeof en

/** One file per language: a visitor loads only one. */
const files: Record<Language, () => Promise<{ default: Texts }>> = {
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
  it: () => import('./it.json'),
  nl: () => import('./nl.json'),
  pl: () => import('./pl.json'),
  pt: () => import('./pt.json'),
  tr: () => import('./tr.json'),
  uk: () => import('./uk.json'),
  ar: () => import('./ar.json'),
  fa: () => import('./fa.json'),
}

type File = () => Promise<{ default: object }>
type Files = Record<AdminLanguage, File> & Partial<Record<Language, File>>
/** By namespace: the texts of all pages, and those of parts that not everyone loads. */
const namespaces = new Map<string, Files>([['translation', files]])

/** Texts of the operator in place of ours, as the server writes them into the document. */
const operatorTexts: Partial<Record<Language, object>> = JSON.parse(
  document.getElementById('own-texts')?.textContent ?? '{}',
)

const load = async (language: Language): Promise<void> => {
  const missing = [...namespaces].filter(([namespace]) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async ([namespace, of]) => {
      i18n.addResourceBundle(language, namespace, (await (of[language] ?? of.en)()).default)
    }),
  )
  const own = operatorTexts[language]
  if (own) i18n.addResourceBundle(language, 'translation', own, true, true)
}

/** Adds the texts of a part of the pages; ready when they are there in the language in use. */
export const addTexts = async (namespace: string, of: Files): Promise<void> => {
  namespaces.set(namespace, of)
  await load(startLanguage())
}

export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language)
  await i18n.changeLanguage(language)
  rememberLanguage(language)
}

/** Numbers in the digits of the language: Persian has its own. */
const ownDigits: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    typeof value === 'number' ? new Intl.NumberFormat(language, { useGrouping: false }).format(value) : String(value),
}

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
      interpolation: { escapeValue: false, alwaysFormat: true, defaultVariables: { site: siteName } },
      react: { useSuspense: false },
    })
  await load(language)
  await i18n.changeLanguage(language)
}
