import { limits } from '#contract/limits.ts'
import { AppError } from './errors.ts'

/** One part of a file, as `Content-Range` describes it. */
export interface ContentRange {
  readonly first: number
  /** Bytes of the part. */
  readonly size: number
  readonly isLast: boolean
  /** Bytes of the whole file. */
  readonly total: number
}

const invalid = (rule: string) =>
  new AppError('INVALID_PARAMETER', `The header Content-Range ${rule}`, { details: { field: 'content-range' } })

/** AppError INVALID_PARAMETER unless the header is `bytes <first>-<last>/<all>` and its part is large enough. */
export function parseContentRange(header: string): ContentRange {
  const [, ...figures] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header) ?? []
  const [first = 0, last = 0, total = 0] = figures.map(Number)
  if (figures.length === 0 || first > last || last >= total) {
    throw invalid('must be "bytes <first>-<last>/<all>" with first ≤ last < all')
  }
  const range = { first, size: last - first + 1, isLast: last === total - 1, total }
  if (range.isLast || range.size >= limits.partBytes) return range
  throw invalid(`must name at least ${limits.partBytes} bytes, except for the last part`)
}
