import type { Deps } from '#server/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

export type GroupCounter = (filter: GroupFilter) => Promise<number>

/** Counts the groups that match; counts again only after a change, because a list is read page by page. */
export function createGroupCounter({ moderation, changes }: Deps['database']): GroupCounter {
  const counts = new Map<string, number>()
  let countedAt: number | undefined
  return async (filter) => {
    const version = await changes.version()
    if (version !== countedAt) counts.clear()
    countedAt = version
    const key = JSON.stringify(filter)
    const known = counts.get(key)
    if (known !== undefined) return known
    const count = await moderation.countGroups(filter)
    // Outdated: another request has counted after a change.
    if (version === countedAt) counts.set(key, count)
    return count
  }
}
