import { type Language, languages } from '#contract/site/languages.ts'

// start.js and base.css list them as well.
export { type Language, languages }

/** Of the admin pages and the slideshow. */
export const adminLanguages = ['de', 'en'] as const
export type AdminLanguage = (typeof adminLanguages)[number]

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
  fa: 'فارسی',
}
