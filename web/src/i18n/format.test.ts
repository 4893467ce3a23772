import { afterEach, describe, expect, it, vi } from 'vitest'
import { day, dayAndTime } from './format.ts'
import { i18n } from './i18n.ts'

afterEach(() => void vi.unstubAllEnvs())

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
