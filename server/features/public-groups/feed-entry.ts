import { presentPublicGroup } from '#server/groups/presentation/present-group.ts'
import type { GroupWithImages, PublishedPlace } from '#server/ports/group-store.ts'

/** A group's place in the feed: capture date where there is one, else 1 January of the year; then year, upload date, id (D15). */
export interface Entry {
  readonly groupId: string
  /** Milliseconds since 1970: a tenth of the memory of texts. */
  readonly date: number
  readonly year: number
  readonly uploadDate: number
}

/** An entry with its JSON. */
export interface RenderedEntry {
  readonly entry: Entry
  readonly body: Buffer
}

export function compareEntries(a: Entry, b: Entry): number {
  const before = a.date - b.date || a.year - b.year || a.uploadDate - b.uploadDate
  if (before !== 0) return before
  if (a.groupId === b.groupId) return 0
  return a.groupId < b.groupId ? -1 : 1
}

export const entryOf = ({ groupId, captureDate, year, uploadDate }: PublishedPlace): Entry => ({
  groupId,
  date: Date.parse(captureDate ?? `${String(year).padStart(4, '0')}-01-01T00:00:00.000Z`),
  year,
  uploadDate: Date.parse(uploadDate),
})

export const render = ({ group, images }: GroupWithImages): RenderedEntry => ({
  entry: entryOf(group),
  body: Buffer.from(JSON.stringify(presentPublicGroup(group, images))),
})
