import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryOf } from './admin-audit-query.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('queryOf', () => {
  it('takes days as those of the workshop, on any device and when the clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(queryOf({ from: '2026-03-28', to: '2026-03-29' })).toEqual({
      since: '2026-03-27T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
    })
    expect(queryOf({ from: '2026-10-25', to: '2026-10-25' })).toEqual({
      since: '2026-10-24T22:00:00.000Z',
      until: '2026-10-25T23:00:00.000Z',
    })
    expect(queryOf({ from: '2026-13-01', to: 'x' })).toEqual({})
  })
})
