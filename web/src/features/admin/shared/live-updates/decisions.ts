import { createStore, useSelector } from '@tanstack/react-store'
import type { Decision, GroupsChanged } from '#contract/live-updates.ts'

/** What another moderator decided about a group. */
export interface Decided {
  readonly by: string
  readonly decision: Decision
  /** By this device's clock, ms since 1970. */
  readonly at: number
}
export type Decisions = ReadonlyMap<string, Decided>

const kept = 200
const decisions = createStore<Decisions>(new Map())

export const useDecisions = (): Decisions => useSelector(decisions)

/** Keeps what others decided until they, or this moderator (`me`), decide again: a change without a decision may be their undo. */
export const recordDecisions = ({ groupIds, by, decision }: GroupsChanged, me: string): void => {
  if (by === null) return
  const at = Date.now()
  decisions.setState((before) => {
    const next = new Map(before)
    for (const groupId of groupIds) {
      if (decision !== null || before.get(groupId)?.by === by) next.delete(groupId)
      if (decision !== null && by !== me) next.set(groupId, { by, decision, at })
    }
    return new Map([...next].slice(-kept))
  })
}
