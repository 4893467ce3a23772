/** Of the visitors' pages (D68), in the order in which they are offered. start.js and base.css list them as well. */
export const languages = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ar', 'fa'] as const
export type Language = (typeof languages)[number]

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

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' || language === 'fa' ? 'rtl' : 'ltr')
