import { AppError, invalidBody } from '#server/domain/errors.ts'

/** Control characters other than line breaks, and lone surrogates, which no encoding can carry. */
const unwanted = /[\p{Cc}\p{Cs}]/gu

/** Trimmed, without control characters other than line breaks (D11). */
export const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(unwanted, (character) => (character === '\n' ? character : ''))
    .trim()

export const lengthOf = (text: string): number => [...text].length

/** The first `limit` code points. */
export const truncate = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text].slice(0, limit).join('')

/** A cleaned text, or null when nothing is left. AppError TEXT_TOO_LONG when it has more than `limit` code points. */
export function optionalText(field: string, text: string | null | undefined, limit: number): string | null {
  const cleaned = clean(text ?? '')
  const length = lengthOf(cleaned)
  if (length > limit) {
    const message = `${field} has ${length} characters; at most ${limit} are allowed`
    throw new AppError('TEXT_TOO_LONG', message, { details: { field, length, limit } })
  }
  return cleaned || null
}

/** A name, in one line. AppError INVALID_BODY for an empty one, TEXT_TOO_LONG. */
export function nameFrom(text: string, limit: number): string {
  const name = optionalText('name', text, limit)
  if (name === null) throw invalidBody('name', 'name must not be empty')
  return name.replaceAll('\n', ' ')
}
