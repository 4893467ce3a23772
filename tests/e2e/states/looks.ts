import { type Locale, tongues } from '#tests/support/words.ts'

export interface PageLook {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
  readonly tongue: Locale
}

export const widths = [390, 820, 1440] as const
const schemes = ['light', 'dark'] as const

/** `npm run e2e` shows everything in every look and takes pictures; `npm test` shows some of it. */
export const thorough = process.env.E2E === 'all'
export const nameOf = ({ width, colorScheme, tongue }: PageLook) => `${width}-${colorScheme}-${tongue}`
export const looks: readonly PageLook[] = widths.flatMap((width) =>
  schemes.flatMap((colorScheme) => tongues.map((tongue) => ({ width, colorScheme, tongue }))),
)
/** `E2E_LOOKS=390-light-de,1440-dark-en` for a few. */
const wanted = process.env.E2E_LOOKS?.split(',')

/** All of them, or in `npm test` those named. */
export const looksOr = (...few: readonly string[]): readonly PageLook[] => {
  const names = wanted ?? (thorough ? undefined : few)
  return looks.filter((look) => names?.includes(nameOf(look)) ?? true)
}
