import type { ServedCount } from '#server/concurrency/stale-while-revalidate.ts'
import { cachedGroupCount } from '#server/groups/cached-count.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

export type GroupCounter = (filter: GroupFilter) => Promise<ServedCount<number>>

/** More filters than a team uses at a time. */
const keptFilters = 100

/** Counts the groups that match, again only after a change: a list is read page by page. */
export function createGroupCounter(deps: Pick<Deps, 'database' | 'clock'>): GroupCounter {
  const { moderation } = deps.database
  const counts = new Map<string, () => Promise<ServedCount<number>>>()
  return (filter) => {
    const key = JSON.stringify(filter)
    // Search texts are not stored.
    const name = filter.search === undefined ? `groups ${key}` : undefined
    const count = counts.get(key) ?? cachedGroupCount(deps, name, () => moderation.countGroups(filter))
    // The most recently used count goes to the end.
    counts.delete(key)
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > keptFilters && oldest !== undefined) counts.delete(oldest)
    return count()
  }
}
