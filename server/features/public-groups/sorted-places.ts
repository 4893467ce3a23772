import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/ports/deps.ts'
import type { PublishedPlace } from '#server/ports/group-store.ts'
import { compareEntries, type Entry, entryOf } from './feed-entry.ts'

const pageSize = 500

/** Positions of all published groups in the order of the feed, a month at a time, so that other requests run in between. */
export async function* sortedPlaces({ database }: Pick<Deps, 'database'>): AsyncGenerator<Entry[]> {
  const months = new Map<number, Entry[]>()
  let last: PublishedPlace | undefined
  do {
    const places = await database.groups.publishedPlaces(last, pageSize)
    for (const place of places) addTo(months, entryOf(place))
    last = places.at(-1)
    // An embedded database answers without yielding.
    await setImmediate()
  } while (last)
  for (const month of [...months.keys()].sort((a, b) => a - b)) {
    yield (months.get(month) ?? []).sort(compareEntries)
    months.delete(month)
    await setImmediate()
  }
}

function addTo(months: Map<number, Entry[]>, entry: Entry): void {
  const date = new Date(entry.date)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  const entries = months.get(month)
  if (entries) entries.push(entry)
  else months.set(month, [entry])
}
