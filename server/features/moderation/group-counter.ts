import type { ServedFigure } from '#server/concurrency/stale-while-revalidate.ts'
import { groupFigure } from '#server/groups/group-figure.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

export type GroupCounter = (filter: GroupFilter) => Promise<ServedFigure<number>>

/** More filters than a team uses at a time. */
const keptFilters = 100

/** Counts the groups that match, again only after a change: a list is read page by page. */
export function createGroupCounter(deps: Pick<Deps, 'database' | 'clock'>): GroupCounter {
  const { moderation } = deps.database
  const figures = new Map<string, () => Promise<ServedFigure<number>>>()
  return (filter) => {
    const key = JSON.stringify(filter)
    // What somebody searches for is not stored.
    const name = filter.search === undefined ? `groups ${key}` : undefined
    const figure = figures.get(key) ?? groupFigure(deps, name, () => moderation.countGroups(filter))
    // The last one used goes last.
    figures.delete(key)
    figures.set(key, figure)
    const [oldest] = figures.keys()
    if (figures.size > keptFilters && oldest !== undefined) figures.delete(oldest)
    return figure()
  }
}
