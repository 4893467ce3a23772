import { useReducer, useState } from 'react'
import { isOwnChange } from '#web/features/admin/shared/own-changes.ts'
import type { SeenGroup } from './differences.ts'
import { createSeenGroups, type SeenGroups } from './seen-groups.ts'

/** What this page has shown of these groups, and what others changed since. */
export const useSeenGroups = (groups: readonly SeenGroup[]): SeenGroups => {
  const [seen] = useState(() => createSeenGroups())
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  for (const group of groups) seen.show(group, isOwnChange(group.groupId))
  return {
    ...seen,
    accept(groupId) {
      seen.accept(groupId)
      renderAgain()
    },
  }
}
