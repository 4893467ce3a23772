import { describe, expect, it } from 'vitest'
import { isOpenAt } from '#contract/site/opening-hours.ts'

const days = [1, 2, 3, 4, 5]

describe('isOpenAt', () => {
  it('is always open without hours', () => {
    expect(isOpenAt(null, new Date())).toBe(true)
  })

  it.each([
    // Berlin is an hour ahead of UTC in winter and two in summer.
    ['2026-11-11T08:59:59Z', false],
    ['2026-11-11T09:00:00Z', true],
    ['2026-11-11T16:59:59Z', true],
    ['2026-11-11T17:00:00Z', false],
    ['2026-11-14T12:00:00Z', false],
    ['2026-07-01T07:59:00Z', false],
    ['2026-07-01T08:00:00Z', true],
  ])('from 10:00 to 18:00 on working days: %s %s', (time, open) => {
    expect(isOpenAt({ days, from: '10:00', to: '18:00' }, new Date(time))).toBe(open)
  })

  it.each([
    ['2026-11-13T20:59:00Z', false],
    ['2026-11-13T21:00:00Z', true],
    ['2026-11-14T00:59:00Z', true],
    ['2026-11-14T01:00:00Z', false],
    ['2026-11-14T21:30:00Z', false],
    // The night from Sunday to Monday began on no working day.
    ['2026-11-16T00:30:00Z', false],
  ])('beyond midnight, from 22:00 to 2:00: %s %s', (time, open) => {
    expect(isOpenAt({ days, from: '22:00', to: '02:00' }, new Date(time))).toBe(open)
  })
})
