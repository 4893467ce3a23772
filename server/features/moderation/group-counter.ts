import { type KeptFigure, keepFigure, manyRows } from '#server/concurrency/keep-figure.ts'
import type { Deps } from '#server/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

export type GroupCounter = (filter: GroupFilter) => Promise<KeptFigure<number>>

/** More filters than a team uses at a time. */
const keptFilters = 100

/** Counts the groups that match, again only after a change: a list is read page by page. */
export function createGroupCounter({ database, clock }: Pick<Deps, 'database' | 'clock'>): GroupCounter {
  const { moderation, changes } = database
  const figures = new Map<string, ReturnType<typeof keepFigure<number>>>()
  return (filter) => {
    const key = JSON.stringify(filter)
    const figure =
      figures.get(key) ??
      keepFigure({
        count: () => moderation.countGroups(filter),
        version: async () => String(await changes.version()),
        isLarge: () => database.groups.atLeast(manyRows),
        now: () => clock.now(),
      })
    // The last one used goes last.
    figures.delete(key)
    figures.set(key, figure)
    const [oldest] = figures.keys()
    if (figures.size > keptFilters && oldest !== undefined) figures.delete(oldest)
    return figure()
  }
}
