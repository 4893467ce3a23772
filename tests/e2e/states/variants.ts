import { type Locale, locales } from '#tests/support/pages/words.ts'

export interface PageVariant {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
  readonly locale: Locale
}

export const widths = [390, 820, 1440] as const
const schemes = ['light', 'dark'] as const

/** `npm run e2e` opens every page in every variant and takes screenshots; `npm test` opens some of them. */
export const thorough = process.env.E2E === 'all'
export const nameOf = ({ width, colorScheme, locale }: PageVariant) => `${width}-${colorScheme}-${locale}`
export const variants: readonly PageVariant[] = widths.flatMap((width) =>
  schemes.flatMap((colorScheme) => locales.map((locale) => ({ width, colorScheme, locale }))),
)
/** `E2E_VARIANTS=390-light-de,1440-dark-en` for a few. */
const wanted = process.env.E2E_VARIANTS?.split(',')

/** All of them, or in `npm test` those named. */
export const variantsOr = (...few: readonly string[]): readonly PageVariant[] => {
  const names = wanted ?? (thorough ? undefined : few)
  return variants.filter((variant) => names?.includes(nameOf(variant)) ?? true)
}
