import { afterEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#web/i18n/i18n.ts'
import { dateTime, dayAndMonth, shortDate } from './dates.ts'

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
