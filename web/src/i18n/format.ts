import { byteSize } from '#contract/site/byte-size.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { i18n } from './i18n.ts'

/** As the browser writes the language of the pages: English differs between its countries. */
export const locale = (): string => {
  const tag = navigator.languages.find((each) => each.startsWith(i18n.language)) ?? i18n.language
  // One kind of digits in every text: those of the language, not of the country.
  return `${tag}-u-nu-${new Intl.NumberFormat(i18n.language).resolvedOptions().numberingSystem}`
}

/** A year or a count, in the digits of the language. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), { useGrouping: false }).format(value)

/** Of 100: `50%`, `50 %` or `%50`, as the language has it. */
export const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(percent / 100)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `3.4 MB`. */
export const formatBytes = (bytes: number): string => {
  const { value, unit } = byteSize(bytes, units, 1)
  const digits = unit === 'byte' || unit === 'kilobyte' ? 0 : 1
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, ...decimals }).format(value)
}

/** As written in the workshop. */
export const inWorkshopTime = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  at.toLocaleString(locale(), { timeZone, ...options })

/** Whether the device has the time of the workshop. */
export const isLocalTime = (at: Date): boolean => at.toLocaleString('en', { timeZone }) === at.toLocaleString('en')

/** Times are those of the workshop; on a device in another time zone they name theirs. */
export const withTimeZone = (time: string, at: Date): string => {
  if (isLocalTime(at)) return time
  const parts = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return `${time} ${parts.find(({ type }) => type === 'timeZoneName')?.value}`
}

const dayOf = (at: Date) => at.toLocaleDateString('en', { timeZone })

/** The time of day in that many seconds, rounded up to the minute; with the day when it is another one. */
export const clockTime = (inSeconds: number): string => {
  const minute = 60_000
  const at = new Date(Math.ceil((Date.now() + inSeconds * 1000) / minute) * minute)
  const withDay = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
  const time = inWorkshopTime(at, dayOf(at) === dayOf(new Date()) ? { timeStyle: 'short' } : withDay)
  return withTimeZone(time, at)
}

/** A date is not broken into two lines, except before the year in "30 de noviembre de 2026", which is wider than some boxes. */
export const nonBreaking = (date: string): string =>
  date.replaceAll(' ', '\u00a0').replace(/\u00a0(de\u00a0\d{4})/, ' $1')

export const day = (iso: string): string => nonBreaking(inWorkshopTime(new Date(iso), { dateStyle: 'long' }))

export const dayAndTime = (iso: string): string => {
  const at = new Date(iso)
  // The only places for a break are between the day, the time and the zone.
  const date = nonBreaking(inWorkshopTime(at, { dateStyle: 'long', timeStyle: 'short' }))
  return withTimeZone(date.replace(/(\d{4}(?:\u00a0р\.)?,?)\u00a0/, '$1 '), at)
}
