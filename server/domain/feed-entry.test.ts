import { expect, it } from 'vitest'
import { compareEntries, entryOf } from './feed-entry.ts'

const uploadDate = '2026-05-04T10:00:00.000Z'

/** The names of groups in the order of the feed. */
const ordered = (places: Record<string, [year: number, captureDate: string | null]>) =>
  Object.entries(places)
    .map(([groupId, [year, captureDate]]) => entryOf({ groupId, year, captureDate, uploadDate }))
    .toSorted(compareEntries)
    .map(({ groupId }) => groupId)

it('a capture date that contradicts a typed year counts as unknown', () => {
  const wrongClock = '2008-01-01T00:00:00.000Z'
  expect(ordered({ wrong: [2024, wrongClock], older: [2010, null] })).toEqual(['older', 'wrong'])
})

it('a capture date counts if the year is right, or was not typed', () => {
  const places: Record<string, [number, string | null]> = {
    right: [2024, '2024-06-01T10:00:00.000Z'],
    'right, in Berlin': [2024, '2023-12-31T23:30:00.000Z'],
    'not typed': [2026, '2012-06-01T10:00:00.000Z'],
    unknown: [2013, null],
  }
  expect(ordered(places)).toEqual(['not typed', 'unknown', 'right, in Berlin', 'right'])
})
