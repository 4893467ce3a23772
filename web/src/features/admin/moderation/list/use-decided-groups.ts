import { useEffect, useReducer, useRef } from 'react'
import type { ListedGroup } from '#web/features/admin/moderation/session/groups.ts'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { stayMs, withDecided } from './decided-groups.ts'

/** The groups to show: those of the list, and for a moment those that somebody else has just decided. */
export const useDecidedGroups = (groups: readonly ListedGroup[], list: string) => {
  const decisions = useDecisions()
  const before = useRef<{ list: string; shown: readonly ListedGroup[] }>({ list, shown: [] })
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  // Another filter or page starts over.
  const shown =
    before.current.list === list
      ? withDecided(groups, { shown: before.current.shown, decisions, now: Date.now() })
      : groups
  before.current = { list, shown }
  const held = shown.length - groups.length
  useEffect(() => {
    if (held === 0) return
    const timer = setTimeout(renderAgain, stayMs)
    return () => clearTimeout(timer)
  }, [held])
  return { shown, decisions }
}
