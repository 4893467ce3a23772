import { type Language, languages } from '#contract/site/languages.ts'

export { type Language, languages }

/** A list of languages, separated by commas or spaces, in the order of all; undefined when one is unknown or none is there. */
export function languagesFrom(text: string): readonly Language[] | undefined {
  const named = text.split(/[\s,]+/).filter((part) => part !== '')
  const known = languages.filter((language) => named.includes(language))
  return known.length > 0 && named.every((name) => known.some((language) => language === name)) ? known : undefined
}
