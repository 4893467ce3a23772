import { ApiError } from '#web/api/api-error.ts'

const delays = [1, 2, 4, 8, 16, 30]

/** Seconds until the next attempt, by the number of failures in a row; undefined if another attempt cannot help. */
export const retryDelay = (error: unknown, failures: number): number | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { code, status, retryAfter = 0 } = error
  const delay = delays[Math.min(failures, delays.length - 1)] ?? 0
  if (status === 429) return Math.max(delay, retryAfter)
  const passing = code === 'NETWORK' || code === 'RANGE_NOT_SATISFIABLE' || [408, 502, 503, 504].includes(status)
  return passing ? Math.max(delay, Math.min(retryAfter, 60)) : undefined
}
