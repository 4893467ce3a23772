/** Of the visitors' pages (D68), in the order in which they are offered. */
export const languages = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ar', 'fa'] as const
export type Language = (typeof languages)[number]

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' || language === 'fa' ? 'rtl' : 'ltr')

/** Between right-to-left words a name keeps its order: `20260101.jpg` does not become `jpg.20260101`. */
export const isolated = (text: string, language = 'en'): string =>
  directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text

/** A year or a code with the digits of Arabic and Persian keyboards in those of all others. */
export const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))

/** A formatter of i18next: numbers in the digits of the language, as Persian has its own, and texts in their own order. */
export const ownDigits = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format: unknown, language: string | undefined) =>
    typeof value === 'number'
      ? new Intl.NumberFormat(language, { useGrouping: false }).format(value)
      : isolated(String(value), language),
} as const
