import { AppError } from './errors.ts'
import type { Exhibition } from './exhibition.ts'
import { toTimestamp } from './time/timestamp.ts'

type Times = Pick<Exhibition, 'opensAt' | 'closesAt' | 'endsAt'>
type TimeField = keyof Times
/** As a client writes them; absent ones stay. */
type WantedTimes = { readonly [F in TimeField]?: string | null | undefined }

export const invalidTimes = (field: TimeField, message: string): AppError =>
  new AppError('INVALID_TIMES', message, { details: { field } })

function timeFrom(field: TimeField, text: string | null): string | null {
  if (text === null) return null
  const time = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? toTimestamp(text) : undefined
  if (time !== undefined) return time
  throw invalidTimes(field, `${field} must be an ISO 8601 time with its offset, such as 2026-05-01T08:00:00Z, or null`)
}

/** The first must be before the second; one that is null is not compared. */
function checkOrder(times: Times, wanted: WantedTimes, [first, second]: readonly [TimeField, TimeField]): void {
  const [one, other] = [times[first], times[second]]
  if (one === null || other === null || one < other) return
  if (one === other && first === 'closesAt') return
  const field = wanted[second] === undefined ? first : second
  throw invalidTimes(field, `${first} must be ${first === 'closesAt' ? 'no later than' : 'before'} ${second}`)
}

/**
 * The times after a change; `endsAt` may lie in the past, and takes a `closesAt` that was set before with it. AppError
 * INVALID_TIMES names the field (D79).
 */
export function timesAfter(before: Times, wanted: WantedTimes): Times {
  const next = (field: TimeField) => {
    const text = wanted[field]
    return text === undefined ? before[field] : timeFrom(field, text)
  }
  const endsAt = next('endsAt')
  const closesAt = next('closesAt')
  const follows = wanted.closesAt === undefined && closesAt !== null && endsAt !== null && endsAt < closesAt
  const times = { opensAt: next('opensAt'), closesAt: follows ? endsAt : closesAt, endsAt }
  for (const pair of [
    ['closesAt', 'endsAt'],
    ['opensAt', 'closesAt'],
    ['opensAt', 'endsAt'],
  ] as const)
    checkOrder(times, wanted, pair)
  return times
}
