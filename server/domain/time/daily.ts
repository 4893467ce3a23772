import { timeZone } from '#contract/site/time-zone.ts'
import { inBerlin } from './year.ts'

/** A time of day in Berlin that follows daylight saving: one that a night skips is an hour later, one it repeats the first. */
export interface DailyTime {
  /** The last one that is not after `now`. */
  latest(now: Date): Date
  /** The first one after `time`. */
  next(time: Date): Date
}

/** `time` is as in 03:00. */
export function dailyAt(time: string): DailyTime {
  const plainTime = Temporal.PlainTime.from(time)
  const dayOf = (time: Date) => inBerlin(time).toPlainDate()
  const on = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
  return {
    latest(now) {
      const today = on(dayOf(now))
      return today <= now ? today : on(dayOf(now).subtract({ days: 1 }))
    },
    next(time) {
      const today = on(dayOf(time))
      return today > time ? today : on(dayOf(time).add({ days: 1 }))
    },
  }
}

/** The deletion warning comes an hour before the cleanup (specification, Events). */
export const warningTime = dailyAt('09:00')
export const cleanupTime = dailyAt('10:00')
export const purgeTime = dailyAt('04:00')
