import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { ApiErrorCode } from '#web/api/api-error.ts'
import type en from './en.json'
import { type Language, rememberLanguage, startLanguage } from './language.ts'

/** A language without a text of the other, or without a sentence for an error code, does not compile. */
type Texts = typeof en & { errors: Record<ApiErrorCode, string> }

/** One file per language: a visitor loads only one. */
const files: Record<Language, () => Promise<{ default: Texts }>> = {
  de: () => import('./de.json'),
  en: () => import('./en.json'),
}

type Files = Record<Language, () => Promise<{ default: object }>>
/** By namespace: the texts of all pages, and those of parts that not everyone loads. */
const namespaces = new Map<string, Files>([['translation', files]])

export const i18n = createInstance()

const load = async (language: Language): Promise<void> => {
  const missing = [...namespaces].filter(([namespace]) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async ([namespace, of]) => {
      i18n.addResourceBundle(language, namespace, (await of[language]()).default)
    }),
  )
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

/** Ready when the texts of the start language are there. */
export const startTexts = async (): Promise<void> => {
  const language = startLanguage()
  i18n.on('languageChanged', (changed) => {
    document.documentElement.lang = changed
  })
  await i18n.use(initReactI18next).init({
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await load(language)
  await i18n.changeLanguage(language)
}
