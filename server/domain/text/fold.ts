/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** A text as the search compares it: small letters without accents, one space between words. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // A capital İ decomposes only now.
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** As part of a file's name: small letters and digits, with a hyphen for all else. */
export const inFileName = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '-')

/** What the search looks through. A term never matches across two of the texts. */
export const searchTextOf = (texts: readonly (string | null)[]): string =>
  [...new Set(texts.flatMap((text) => (text ? [fold(text)] : [])))].map((text) => ` ${text} `).join('\n')

/**
 * The parts that a searched text must all contain. An index of three letters finds them: a term of two is the beginning
 * of a word, a single letter is a word.
 */
export function searchTerms(text: string): string[] {
  const terms = fold(text).split(' ').filter(Boolean).map(asPart)
  return [...new Set(terms)]
}

function asPart(term: string): string {
  const length = [...term].length
  if (length > 2) return term
  return length === 2 ? ` ${term}` : ` ${term} `
}
