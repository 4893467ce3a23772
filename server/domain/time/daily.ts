import { timeZone } from '#contract/site/time-zone.ts'

/** An hour of the day in Berlin that follows daylight saving; not one between 2 and 3, which it skips and repeats. */
export interface DailyTime {
  readonly hour: number
  /** The last one that is not after `now`. */
  latest(now: Date): Date
  /** The first one after `time`. */
  next(time: Date): Date
}

function dailyAt(hour: number): DailyTime {
  const onDayOf = (time: Date) =>
    Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).withPlainTime({ hour })
  const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds)
  return {
    hour,
    latest(now) {
      const today = onDayOf(now)
      return toDate(today.epochMilliseconds <= now.getTime() ? today : today.subtract({ days: 1 }))
    },
    next(time) {
      const today = onDayOf(time)
      return toDate(today.epochMilliseconds > time.getTime() ? today : today.add({ days: 1 }))
    },
  }
}

/** The deletion warning comes an hour before the cleanup (specification, Events). */
export const warningTime = dailyAt(9)
export const cleanupTime = dailyAt(10)
export const purgeTime = dailyAt(4)
