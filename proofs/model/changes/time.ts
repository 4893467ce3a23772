import { ok } from '#proofs/model/group.ts'
import type { Handlers } from './handlers.ts'

export const time: Handlers<'cleanup' | 'wait' | 'rollback'> = {
  cleanup(state) {
    const due = state.overdue()
    for (const group of due) state.remove(group, 'automatic_cleanup')
    state.lastCleanup = state.now
    return ok({ deletedGroups: due.length })
  },

  wait(state, { hours }) {
    state.now += hours * 60 * 60_000
    return ok()
  },

  /** Removing the rows removes their undo; groups keep the submission that made them (D66). */
  rollback(state) {
    const groupsRestored = state.inJson ? 0 : state.alive.size
    for (const submission of state.submissions) submission.isRolledBack ||= submission.made !== undefined
    state.inJson = true
    state.undo = null
    return ok({ groupsRestored })
  },
}
