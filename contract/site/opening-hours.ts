import type { ScreenSettings } from '#contract/screens.ts'
import { timeZone } from './time-zone.ts'

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const options = {
  timeZone,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Whether a screen is on. Without hours it is always on; with the same time twice it is on all day. */
export function isOpenAt(hours: ScreenSettings['openingHours'], time: Date): boolean {
  if (hours === null) return true
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', options).formatToParts(time).map(({ type, value }) => [type, value]),
  )
  const day = weekdays.indexOf(parts.weekday ?? '') + 1
  const now = Number(parts.hour) * 60 + Number(parts.minute)
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)]
  if (from < to) return hours.days.includes(day) && now >= from && now < to
  const dayBefore = day === 1 ? 7 : day - 1
  return (hours.days.includes(day) && now >= from) || (hours.days.includes(dayBefore) && now < to)
}
