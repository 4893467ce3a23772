import parseRange from 'range-parser'
import { AppError } from '#server/domain/errors.ts'
import type { Exchange } from '#server/http/route.ts'

/** Whether `If-None-Match` names the tag; weak comparison, as reads want it. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag) return true
  return header.split(',').some((each) => {
    const candidate = each.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === tag.replace(/^W\//, '')
  })
}

/**
 * One range is answered as such; several, or one of an older version, get the whole file, as the standard allows. AppError
 * RANGE_NOT_SATISFIABLE.
 */
export function requestedRange(
  { request: { headers, method }, reply }: Exchange,
  { size, etag, modified }: { readonly size: number; readonly etag: string; readonly modified?: string },
): 'none' | { start: number; end: number } {
  if (headers.range === undefined || method !== 'GET') return 'none'
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag && ifRange !== modified) return 'none'
  const ranges = parseRange(size, headers.range, { combine: true })
  if (ranges === -1) {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('RANGE_NOT_SATISFIABLE', `The range is outside the ${size} bytes of the file`)
  }
  const [range, more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return range === undefined || more !== undefined ? 'none' : range
}
