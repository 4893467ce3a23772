import { i18n } from './texts.ts'

/** Megabytes of 2^20 bytes, as the limits count them; kilobytes below one tenth. */
export const fileSize = (bytes: number): string => {
  const mega = bytes / 2 ** 20
  const [value, unit] = mega < 0.1 ? [bytes / 2 ** 10, 'KB'] : [mega, 'MB']
  const digits = unit === 'KB' || value >= 100 ? 0 : 1
  return `${value.toLocaleString(i18n.language, { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
}

/** The time of day in so many seconds, rounded up to the minute. */
export const clockTime = (inSeconds: number): string => {
  const minute = 60_000
  const at = Math.ceil((Date.now() + inSeconds * 1000) / minute) * minute
  return new Date(at).toLocaleTimeString(i18n.language, { hour: '2-digit', minute: '2-digit' })
}

export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString(i18n.language, { day: 'numeric', month: 'long', year: 'numeric' })
