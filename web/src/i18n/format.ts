import { i18n } from './texts.ts'

/** Megabytes of 2^20 bytes, as the limits count them; kilobytes below one tenth. */
export const fileSize = (bytes: number): string => {
  const mega = bytes / 2 ** 20
  const [value, unit] = mega < 0.1 ? [bytes / 2 ** 10, 'KB'] : [mega, 'MB']
  const digits = unit === 'KB' || value >= 100 ? 0 : 1
  return `${value.toLocaleString(i18n.language, { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
}

const time = { hour: '2-digit', minute: '2-digit' } as const

/** The time of day in so many seconds, rounded up to the minute; with the day when it is another one. */
export const clockTime = (inSeconds: number): string => {
  const minute = 60_000
  const at = new Date(Math.ceil((Date.now() + inSeconds * 1000) / minute) * minute)
  if (at.toDateString() === new Date().toDateString()) return at.toLocaleTimeString(i18n.language, time)
  return at.toLocaleString(i18n.language, { weekday: 'long', ...time })
}

/** A date is not broken into two lines. */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0')

export const day = (iso: string): string =>
  unbroken(new Date(iso).toLocaleDateString(i18n.language, { day: 'numeric', month: 'long', year: 'numeric' }))

export const dayAndTime = (iso: string): string => {
  const at = new Date(iso).toLocaleString(i18n.language, { day: 'numeric', month: 'long', year: 'numeric', ...time })
  // The only place for a break is between the day and the time.
  return unbroken(at).replace(/(\d{4}[,]?)\u00a0/, '$1 ')
}
