/** Of the visitors' pages (D68), in the order in which they are offered. */
export const languages = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ar', 'fa'] as const
export type Language = (typeof languages)[number]

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' || language === 'fa' ? 'rtl' : 'ltr')

/** A formatter of i18next: numbers in the digits of the language, as Persian has its own. */
export const ownDigits = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format: unknown, language: string | undefined) =>
    typeof value === 'number' ? new Intl.NumberFormat(language, { useGrouping: false }).format(value) : String(value),
} as const
