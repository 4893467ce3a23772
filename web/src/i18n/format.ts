import { i18n } from './texts.ts'

/** As the browser writes the language of the pages: English differs between its countries. */
export const locale = (): string => navigator.languages.find((tag) => tag.startsWith(i18n.language)) ?? i18n.language

/** Megabytes of 2^20 bytes, as the limits count them; kilobytes below one tenth. */
export const fileSize = (bytes: number): string => {
  const mega = bytes / 2 ** 20
  const [value, unit] = mega < 0.1 ? [bytes / 2 ** 10, 'KB'] : [mega, 'MB']
  const digits = unit === 'KB' || value >= 100 ? 0 : 1
  return `${value.toLocaleString(locale(), { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
}

/** The time of day in so many seconds, rounded up to the minute; with the day when it is another one. */
export const clockTime = (inSeconds: number): string => {
  const minute = 60_000
  const at = new Date(Math.ceil((Date.now() + inSeconds * 1000) / minute) * minute)
  if (at.toDateString() === new Date().toDateString()) return at.toLocaleTimeString(locale(), { timeStyle: 'short' })
  return at.toLocaleString(locale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' })
}

/** A date is not broken into two lines. */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0')

export const day = (iso: string): string => unbroken(new Date(iso).toLocaleDateString(locale(), { dateStyle: 'long' }))

export const dayAndTime = (iso: string): string => {
  const at = new Date(iso).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' })
  // The only place for a break is between the day and the time.
  return unbroken(at).replace(/(\d{4}[,]?)\u00a0/, '$1 ')
}
