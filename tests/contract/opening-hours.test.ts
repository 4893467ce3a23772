import { describe, expect, it } from 'vitest'
import { isOpenAt } from '#contract/site/opening-hours.ts'

const days = [1, 2, 3, 4, 5]

describe('isOpenAt', () => {
  it('is always true without hours', () => {
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
    // The night from Sunday to Monday did not begin on a working day.
    ['2026-11-16T00:30:00Z', false],
  ])('beyond midnight, from 22:00 to 2:00: %s %s', (time, open) => {
    expect(isOpenAt({ days, from: '22:00', to: '02:00' }, new Date(time))).toBe(open)
  })

  it.each([
    // 29 March: 2:00 is 3:00. The night from Saturday ends at 3:00, two hours after midnight.
    ['from 22:00 to 03:00', '2026-03-28T20:59:00Z', false],
    ['from 22:00 to 03:00', '2026-03-28T21:00:00Z', true],
    ['from 22:00 to 03:00', '2026-03-29T00:59:00Z', true],
    ['from 22:00 to 03:00', '2026-03-29T01:00:00Z', false],
    // It ends at 2:30, which does not exist.
    ['from 22:00 to 02:30', '2026-03-29T00:59:00Z', true],
    ['from 22:00 to 02:30', '2026-03-29T01:00:00Z', false],
    // 25 October: the hour from 2:00 occurs twice.
    ['from 22:00 to 03:00', '2026-10-25T00:30:00Z', true],
    ['from 22:00 to 03:00', '2026-10-25T01:59:00Z', true],
    ['from 22:00 to 03:00', '2026-10-25T02:00:00Z', false],
    // On Sunday it follows the clock, not the hours since midnight.
    ['from 10:00 to 18:00', '2026-03-29T08:00:00Z', true],
    ['from 10:00 to 18:00', '2026-03-29T07:59:00Z', false],
    ['from 10:00 to 18:00', '2026-10-25T09:00:00Z', true],
    ['from 10:00 to 18:00', '2026-10-25T16:59:00Z', true],
    ['from 10:00 to 18:00', '2026-10-25T17:00:00Z', false],
  ])('when the clocks change, %s: %s %s', (hours, time, open) => {
    const [, from = '', to = ''] = hours.split(/from | to /)
    expect(isOpenAt({ days: [6, 7], from, to }, new Date(time))).toBe(open)
  })

  it.each([
    ['2026-11-14T08:59:00Z', false],
    ['2026-11-14T09:00:00Z', true],
    ['2026-11-15T08:59:00Z', true],
    ['2026-11-15T09:00:00Z', false],
  ])('with the same time twice, 24 hours from then on: %s %s', (time, open) => {
    expect(isOpenAt({ days: [6], from: '10:00', to: '10:00' }, new Date(time))).toBe(open)
  })
})
