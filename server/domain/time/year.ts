import { limits } from '#contract/limits.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { AppError } from '#server/domain/errors.ts'

export const inBerlin = (time: Date) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone)

export const yearOf = (time: Date): number => inBerlin(time).year

/** The day in Berlin, as 2026-05-04. */
export const dayOf = (time: Date): string => inBerlin(time).toPlainDate().toString()

/** A year from 1800 to next year, else AppError INVALID_BODY (D7). */
export function checkYear(year: number, now: Date): number {
  const max = yearOf(now) + 1
  if (!Number.isInteger(year) || year < limits.yearMin || year > max) {
    const message = `year must be an integer from ${limits.yearMin} to ${max}, not ${year}`
    throw new AppError('INVALID_BODY', message, { details: { field: 'year', minimum: limits.yearMin, maximum: max } })
  }
  return year
}
