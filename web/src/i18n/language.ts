export const languages = ['de', 'en'] as const
export type Language = (typeof languages)[number]

/** The language of the page; at first as start.js chose it: the visitor's choice, else the first of the browser's that we have, else English. */
export const startLanguage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en'

export const rememberLanguage = (language: Language): void => {
  try {
    localStorage.setItem('werkschau-language', language)
  } catch {}
}
