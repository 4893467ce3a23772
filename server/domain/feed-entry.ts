import type { Group } from './group.ts'

type Place = Pick<Group, 'groupId' | 'captureDate' | 'year' | 'uploadDate'>

/** A group's place in the feed: capture date where one is known, else 1 January of the year; then year, upload date, id (D15). */
export interface Entry {
  readonly groupId: string
  /** Milliseconds since 1970: a tenth of the memory of texts. */
  readonly date: number
  readonly year: number
  readonly uploadDate: number
}

export function compareEntries(a: Entry, b: Entry): number {
  const before = a.date - b.date || a.year - b.year || a.uploadDate - b.uploadDate
  if (before !== 0) return before
  if (a.groupId === b.groupId) return 0
  return a.groupId < b.groupId ? -1 : 1
}

/** In Berlin, which is an hour ahead of UTC when a year begins. Temporal would take seconds for a large feed. */
const yearAt = (ms: number): number => new Date(ms + 3_600_000).getUTCFullYear()

/** A year other than that of the upload was typed: where the camera contradicts it, its clock was wrong. */
function dateOf({ captureDate, year, uploadDate }: Place): number {
  const captured = captureDate === null ? Number.NaN : Date.parse(captureDate)
  const isTyped = year !== yearAt(Date.parse(uploadDate))
  if (yearAt(captured) === year || (captureDate !== null && !isTyped)) return captured
  return Date.parse(`${String(year).padStart(4, '0')}-01-01T00:00:00.000Z`)
}

export const entryOf = (place: Place): Entry => ({
  groupId: place.groupId,
  date: dateOf(place),
  year: place.year,
  uploadDate: Date.parse(place.uploadDate),
})
