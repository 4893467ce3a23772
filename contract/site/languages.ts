/** Of the visitors' pages (D68), in the order in which they are offered. */
export const languages = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ar', 'fa'] as const
export type Language = (typeof languages)[number]

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' || language === 'fa' ? 'rtl' : 'ltr')
