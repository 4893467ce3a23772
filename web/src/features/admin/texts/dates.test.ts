import { afterEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#web/i18n/i18n.ts'
import { dateTime, dayAndMonth, fromLocalTime, isSkippedTime, shortDate, toLocalTime } from './dates.ts'

afterEach(() => void vi.unstubAllEnvs())
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('dates on admin pages', () => {
  it('are those of the workshop, and times say so on a device in another time zone', async () => {
    await i18n.init({ lng: 'de', resources: {} })
    const iso = '2026-01-31T23:30:00.000Z'
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(plain(dateTime(iso))).toBe('01.02.2026, 00:30')
    vi.stubEnv('TZ', 'America/New_York')
    expect(plain(dateTime(iso))).toBe('01.02.2026, 00:30 MEZ')
    expect(plain(shortDate(iso))).toBe('01.02.2026')
    vi.stubEnv('TZ', 'Pacific/Auckland')
    expect(dayAndMonth('2026-02-01')).toBe('1.2.')
  })
})

describe('times in the fields of forms', () => {
  it.each([
    ['2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    ['2026-07-01T00:30', '2026-06-30T22:30:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s in the workshop is %s, on any device', (local, iso) => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland']) {
      vi.stubEnv('TZ', zone)
      expect(fromLocalTime(local)).toBe(iso)
      expect(toLocalTime(iso)).toBe(local)
    }
  })

  it.each([
    ['2026-03-29T01:59', false],
    ['2026-03-29T02:00', true],
    ['2026-03-29T02:59', true],
    ['2026-03-29T03:00', false],
    ['2026-10-25T02:30', false],
    ['0202-05-01T10:00', false],
    ['', false],
  ])('%s does not exist in the workshop: %s, on any device', (local, isSkipped) => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland']) {
      vi.stubEnv('TZ', zone)
      expect(isSkippedTime(local)).toBe(isSkipped)
    }
  })

  it('are the second of an hour that the clocks show twice', () =>
    expect(fromLocalTime('2026-10-25T02:30')).toBe('2026-10-25T01:30:00.000Z'))

  it('are empty for none', () => expect(toLocalTime(null)).toBe(''))
})
