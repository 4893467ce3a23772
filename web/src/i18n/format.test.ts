import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockTime, day, dayAndTime, formatPercent } from './format.ts'
import { i18n } from './i18n.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('dayAndTime', () => {
  it('is the time of the workshop, and says so on a device in another time zone', async () => {
    await i18n.init({ lng: 'de', resources: {} })
    const iso = '2026-01-31T23:30:00.000Z'
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(dayAndTime(iso).replaceAll('\u00a0', ' ')).toBe('1. Februar 2026 um 00:30')
    vi.stubEnv('TZ', 'America/New_York')
    expect(dayAndTime(iso).replaceAll('\u00a0', ' ')).toBe('1. Februar 2026 um 00:30 MEZ')
    expect(day(iso).replaceAll('\u00a0', ' ')).toBe('1. Februar 2026')
  })
})

describe('formatPercent', () => {
  it.each([
    ['en', '7%'],
    ['de', '7_%'],
    ['tr', '%7'],
  ])('has its sign where the language has it: %s', async (lng, text) => {
    await i18n.init({ lng, resources: {} })
    expect(formatPercent(7).replaceAll('\u00a0', '_')).toBe(text)
  })
})

describe('day', () => {
  it.each([
    ['es', '30_de_noviembre de_2026'],
    ['pt', '30_de_novembro de_2026'],
    ['de', '30._November_2026'],
  ])('is on one line unless it is long: %s', async (lng, date) => {
    await i18n.init({ lng, resources: {} })
    expect(day('2026-11-30T09:00:00.000Z').replaceAll('\u00a0', '_')).toBe(date)
  })
})

describe('a date or time', () => {
  const iso = '2026-11-26T09:05:00.000Z'
  it.each([
    ['uk', day, /^26_листопада_2026_р\.$/],
    ['en-CA', dayAndTime, /^November_26,_2026_at_10:05_a\.m\.$/],
    ['en-CA', () => clockTime(60), /^\d+:\d+_[ap]\.m\.$/],
    ['es-MX', () => clockTime(60), /^\d+:\d+_[ap]\._?m\.$/],
  ])('keeps its full stop, which is also that of the sentence that it ends: %s', async (tag, format, text) => {
    vi.stubGlobal('navigator', { languages: [tag] })
    vi.stubEnv('TZ', 'Europe/Berlin')
    const texts = { mine: { asOf: 'As of {{date}}' }, errors: { retryAfter: 'From {{time}}. Or later.' } }
    const lng = tag.slice(0, 2)
    await i18n.init({ lng, resources: { [lng]: { translation: texts } } })
    // A minute before midnight it would name the day, too.
    vi.setSystemTime(iso)
    const time = format(iso)
    expect(time.replace(/\s/g, '_')).toMatch(text)
    expect(i18n.t('mine.asOf', { date: time })).toBe(`As of ${time}`)
    expect(i18n.t('errors.retryAfter', { time })).toBe(`From ${time} Or later.`)
  })
})
