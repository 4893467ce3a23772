export const languages = ['de', 'en'] as const
export type Language = (typeof languages)[number]

const storageKey = 'werkschau-language'
const isLanguage = (value: string | null | undefined): value is Language => languages.some((known) => known === value)

/** The chosen language, else the first one of the browser's that we have, else English. */
export const preferredLanguage = (): Language => {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(storageKey)
  } catch {}
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

export const rememberLanguage = (language: Language): void => {
  try {
    localStorage.setItem(storageKey, language)
  } catch {}
}
