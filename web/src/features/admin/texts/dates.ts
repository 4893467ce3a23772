import { timeZone } from '#contract/site/time-zone.ts'
import { inWorkshopTime, locale, nonBreaking, withTimeZone } from '#web/i18n/format.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** `21 Nov 2026, 10:00` in the user's language and the time of the workshop; on a device in another time zone with its name. */
export const dateTime = (iso: string): string => {
  const at = new Date(iso)
  return withTimeZone(nonBreaking(inWorkshopTime(at, { dateStyle: 'medium', timeStyle: 'short' })), at)
}

/** The day in the workshop. */
export const shortDate = (iso: string): string => nonBreaking(inWorkshopTime(new Date(iso), { dateStyle: 'medium' }))

/** `3 hours ago`, `in 2 days`. */
export const relativeTime = (iso: string, now = Date.now()): string => {
  const ms = Date.parse(iso) - now
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  if (Math.abs(ms) < 60_000) return words.format(0, 'second')
  if (Math.abs(ms) < hourMs) return words.format(Math.round(ms / 60_000), 'minute')
  if (Math.abs(ms) < dayMs) return words.format(Math.round(ms / hourMs), 'hour')
  return words.format(Math.round(ms / dayMs), 'day')
}

/** Whole days until a time, rounded down; below 0 when it has passed. */
export const daysUntil = (iso: string, now = Date.now()): number => Math.floor((Date.parse(iso) - now) / dayMs)

export const number = (value: number): string => value.toLocaleString(locale())

/** The day of a date, `YYYY-MM-DD`, without its year. */
export const dayAndMonth = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: 'UTC', day: 'numeric', month: 'numeric' })

/** A time as `<input type="datetime-local">` has it, `2026-11-21T10:00`, on the clock of the workshop; empty for none. */
export const toLocalTime = (iso: string | null): string =>
  iso === null ? '' : new Date(iso).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T').slice(0, 16)

/** The time when the clock of the workshop shows `2026-11-21T10:00`, as ISO; of an hour that it shows twice the second. */
export const fromLocalTime = (local: string): string => {
  const wanted = Date.parse(`${local}Z`)
  const shownAt = (at: number) => Date.parse(`${toLocalTime(new Date(at).toISOString())}Z`)
  // The second step is for days on which the clocks change.
  const near = 2 * wanted - shownAt(wanted)
  return new Date(near + wanted - shownAt(near)).toISOString()
}

/** Whether the clock of the workshop never shows it, because it is set forward then. */
export const isSkippedTime = (local: string): boolean =>
  // Not while the year is being typed.
  local >= '2000' && local < '3000' && toLocalTime(fromLocalTime(local)) !== local
