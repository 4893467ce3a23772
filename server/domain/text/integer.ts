import { limits } from '#contract/limits.ts'

/** Whatever range an integer has, it is at most this far from 0: it has 15 digits. */
export const integerMax = 999_999_999_999_999

/**
 * An integer in a query, a path, a form or a variable (D62): `-?[0-9]{1,15}` and nothing else, so that nobody reads
 * `1e3`, `0x1` or `1.0` in two ways. undefined for anything else.
 */
export const integerFrom = (text: string): number | undefined =>
  /^-?[0-9]{1,15}$/.test(text) ? Number(text) + 0 : undefined

/** The id of a row in a path; 0, which no row has, for what no row can have. */
export function idFrom(text: string): number {
  const id = integerFrom(text) ?? 0
  return id > 0 && id <= limits.idMax ? id : 0
}
