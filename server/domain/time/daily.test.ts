import { describe, expect, it } from 'vitest'
import { cleanupTime, purgeTime, warningTime } from './daily.ts'

describe('cleanupTime', () => {
  it.each([
    ['9:59:59 in winter', '2026-11-11T08:59:59.999Z', '2026-11-10T09:00:00.000Z', '2026-11-11T09:00:00.000Z'],
    ['10:00:00 in winter', '2026-11-11T09:00:00.000Z', '2026-11-11T09:00:00.000Z', '2026-11-12T09:00:00.000Z'],
    [
      '9:59:59 when the clocks go forward',
      '2026-03-29T07:59:59.999Z',
      '2026-03-28T09:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
    ],
    [
      '10:00:00 when the clocks go forward',
      '2026-03-29T08:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ],
    [
      '9:59:59 when the clocks go back',
      '2026-10-25T08:59:59.999Z',
      '2026-10-24T08:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
    ],
    [
      '10:00:00 when the clocks go back',
      '2026-10-25T09:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
      '2026-10-26T09:00:00.000Z',
    ],
  ])('knows the last and the next 10:00 at %s', (_, now, latest, next) => {
    expect(cleanupTime.latest(new Date(now)).toISOString()).toBe(latest)
    expect(cleanupTime.next(new Date(now)).toISOString()).toBe(next)
  })
})

describe('every daily time', () => {
  it.each([
    ['warning', warningTime],
    ['cleanup', cleanupTime],
    ['purge', purgeTime],
  ])('comes once a day of the year: %s', (_, time) => {
    const days = new Set<string>()
    let at = new Date('2026-01-01T00:00:00.000Z')
    for (let count = 0; count < 365; count++) {
      at = time.next(at)
      days.add(at.toISOString().slice(0, 10))
    }
    expect(days.size).toBe(365)
    expect(at.toISOString().slice(0, 10)).toBe('2026-12-31')
  })
})
