import { type Language, languages } from '#contract/site/languages.ts'

/** Parses languages separated by commas or spaces, in the order of the full list; undefined when one is unknown or the list is empty. */
export function languagesFrom(text: string): readonly Language[] | undefined {
  const named = text.split(/[\s,]+/).filter((part) => part !== '')
  const known = languages.filter((language) => named.includes(language))
  return known.length > 0 && named.every((name) => known.some((language) => language === name)) ? known : undefined
}
