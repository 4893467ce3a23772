import { useEffect, useReducer, useRef } from 'react'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { type Decisions, useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'

/** How long a card stays after another moderator has decided about it. */
export const stayMs = 6_000

/**
 * The groups of the list, and at their old places those that have left it because another moderator decided about them a moment
 * ago: nothing disappears under the user's finger.
 */
export const withDecided = (
  groups: readonly ListedGroup[],
  { shown, decisions, now }: { shown: readonly ListedGroup[]; decisions: Decisions; now: number },
): readonly ListedGroup[] => {
  const listed = new Set(groups.map(({ groupId }) => groupId))
  const all = [...groups]
  for (const [index, group] of shown.entries()) {
    const decided = decisions.get(group.groupId)
    const stays = !listed.has(group.groupId) && decided !== undefined && now - decided.at < stayMs
    if (stays) all.splice(Math.min(index, all.length), 0, group)
  }
  return all
}

/** The groups to show: those of the list, and for a moment those that another moderator has just decided. */
export const useDecidedGroups = (groups: readonly ListedGroup[], list: string) => {
  const decisions = useDecisions()
  const before = useRef<{ list: string; shown: readonly ListedGroup[] }>({ list, shown: [] })
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  // Another filter or page starts over.
  const last = before.current.list === list ? before.current.shown : []
  const shown = withDecided(groups, { shown: last, decisions, now: Date.now() })
  before.current = { list, shown }
  const held = shown.length - groups.length
  useEffect(() => {
    if (held === 0) return
    const timer = setTimeout(renderAgain, stayMs)
    return () => clearTimeout(timer)
  }, [held])
  return { shown, decisions }
}
