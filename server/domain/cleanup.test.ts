import { describe, expect, it } from 'vitest'
import { cleanupCutoff, daysUntilDeletion, deletionDateOf, isDueForCleanup } from './cleanup.ts'

const retention = { retentionDays: 7, approvedRetention: undefined }
const neverApproved = (uploadDate: string) => ({ uploadDate, firstApprovedAt: null })

describe('isDueForCleanup', () => {
  const cutoff = cleanupCutoff(new Date('2026-11-11T09:00:00.000Z'), retention)

  it.each([
    ['2026-11-04T08:59:59.999Z', true],
    ['2026-11-04T09:00:00.000Z', false],
    ['2026-11-04T09:00:00.001Z', false],
  ])('uploaded %s and never approved, at 2026-11-11T09:00Z: %s', (uploadDate, due) => {
    expect(isDueForCleanup(neverApproved(uploadDate), cutoff)).toBe(due)
  })

  it('is never true for a group that was approved once', () => {
    const group = { uploadDate: '2020-01-01T00:00:00.000Z', firstApprovedAt: '2020-01-02T00:00:00.000Z' }
    expect(isDueForCleanup(group, cutoff)).toBe(false)
  })
})

describe('daysUntilDeletion', () => {
  it.each([
    ['2026-11-11T09:00:00.000Z', 7],
    ['2026-11-11T08:59:59.999Z', 6],
    ['2026-11-05T08:59:59.000Z', 0],
    ['2026-11-04T09:00:00.000Z', 0],
    ['2026-11-04T08:59:59.999Z', -1],
    ['2026-11-03T08:00:00.000Z', -2],
  ])('uploaded %s, at 2026-11-11T09:00Z: %i', (uploadDate, days) => {
    expect(daysUntilDeletion(neverApproved(uploadDate), retention, new Date('2026-11-11T09:00:00.000Z'))).toBe(days)
  })
})

describe('deletionDateOf', () => {
  const now = new Date('2026-03-25T12:00:00.000Z')
  it.each([
    ['of a day in winter', '2026-03-20T12:00:00.000Z', '2026-03-28T09:00:00.000Z'],
    ['of the day when the clocks go forward', '2026-03-22T07:59:59.999Z', '2026-03-29T08:00:00.000Z'],
    ['of the next day when it is exactly old enough', '2026-03-22T08:00:00.000Z', '2026-03-30T08:00:00.000Z'],
    ['that comes next when it is overdue', '2026-01-01T00:00:00.000Z', '2026-03-26T09:00:00.000Z'],
  ])('is the 10:00 in Berlin %s', (_, uploadDate, expected) => {
    expect(deletionDateOf(neverApproved(uploadDate), retention, now)).toBe(expected)
  })

  it('is null for a group that was approved once', () => {
    const group = { uploadDate: '2026-03-22T08:00:00.000Z', firstApprovedAt: '2026-03-23T08:00:00.000Z' }
    expect(deletionDateOf(group, retention, now)).toBeNull()
  })
})

describe('with a retention of approved groups', () => {
  const approvedRetention = { days: 30, since: '2026-11-10T09:30:00.000Z' }
  const both = { retentionDays: 7, approvedRetention }
  const approved = (firstApprovedAt: string) => ({ uploadDate: '2020-01-01T00:00:00.000Z', firstApprovedAt })
  const at = (time: string) => cleanupCutoff(new Date(time), both)

  it('a group is due that many days after its first approval', () => {
    const cutoff = at('2026-12-11T09:00:00.000Z')
    expect(isDueForCleanup(approved('2026-11-11T08:59:59.999Z'), cutoff)).toBe(true)
    expect(isDueForCleanup(approved('2026-11-11T09:00:00.000Z'), cutoff)).toBe(false)
    expect(deletionDateOf(approved('2026-11-11T09:00:00.000Z'), both, new Date('2026-11-12T12:00:00.000Z'))).toBe(
      '2026-12-12T09:00:00.000Z',
    )
  })

  it('none is due on the day on which it was set: the team is warned first', () => {
    const long = approved('2020-01-01T00:00:00.000Z')
    expect(isDueForCleanup(long, at('2026-11-11T09:00:00.000Z'))).toBe(false)
    expect(isDueForCleanup(long, at('2026-11-11T09:30:00.000Z'))).toBe(true)
    const now = new Date('2026-11-10T10:00:00.000Z')
    expect(deletionDateOf(long, both, now)).toBe('2026-11-12T09:00:00.000Z')
    expect(daysUntilDeletion(long, both, now)).toBe(0)
  })
})
