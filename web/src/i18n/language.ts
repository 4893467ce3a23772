import { type AdminLanguage, type Language, languages } from './languages.ts'

/** What the operator offers (LANGUAGES), as the server has written it into the document. */
export function offeredLanguages(): readonly Language[] {
  const offered = document.documentElement.dataset.languages?.split(' ')
  return offered ? languages.filter((language) => offered.includes(language)) : languages
}

/** The language of the page; at first as start.js chose it: the visitor's choice, else the first of the browser's that we have, else English. */
export const startLanguage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en'

export const startAdminLanguage = (): AdminLanguage => (startLanguage() === 'de' ? 'de' : 'en')

export const rememberLanguage = (language: Language): void => {
  try {
    localStorage.setItem('werkschau-language', language)
  } catch {}
}
