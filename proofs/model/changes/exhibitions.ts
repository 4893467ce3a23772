import { type Expected, type Group, isPublic, missing, moveImages, ok, refused } from '#proofs/model/group.ts'
import type { Operation } from '#proofs/model/operations.ts'
import type { State } from '#proofs/model/state.ts'
import type { Handlers } from './handlers.ts'
import { moderation } from './moderation.ts'

/** Where a group is from now on; where an end is, or was, involved, its photos get new addresses (D82, D85). */
function place(state: State, group: Group, { exhibition, wasEnded }: { exhibition: number; wasEnded: boolean }): void {
  Object.assign(group, { exhibition, isMarked: state.isEnded(exhibition) })
  if (wasEnded || group.isMarked) moveImages(group.images)
  if (!group.isMarked) state.hideRequested(group)
}

function markGroups(state: State, exhibition: number): void {
  const isWrong = (group: Group) => group.exhibition === exhibition && group.isMarked !== state.isEnded(exhibition)
  for (const group of [...state.alive].filter(isWrong)) place(state, group, { exhibition, wasEnded: group.isMarked })
}

/** Those who saw it in another exhibition must not find its photos by their addresses; the public keeps what it sees (D84). */
function move(state: State, group: Group, exhibition: number): void {
  const wasShown = isPublic(group) && !group.isMarked
  place(state, group, { exhibition, wasEnded: group.isMarked || state.isEnded(group.exhibition) })
  moveImages(group.images.filter(({ hidden }) => !wasShown || hidden))
}

type ModerateAs = Extract<Operation, { op: 'moderateAs' }>

/** The same as an admin does, without a step of the admin's to undo. */
function moderate(state: State, { action, group }: ModerateAs): Expected {
  const { undo } = state
  const isHiding = action === 'hide' || action === 'show'
  const expected = isHiding
    ? moderation.hide(state, { op: 'hide', group, image: 0, hidden: action === 'hide' })
    : moderation.approve(state, { op: 'approve', group, approved: action === 'approve', asSeen: false })
  state.undo = undo
  return expected.status === 200 ? ok() : expected
}

export const exhibitions: Handlers<'end' | 'move' | 'markEnds' | 'moderateAs'> = {
  end(state, { exhibition, hours }) {
    if (exhibition === 0) return hours === null ? ok({ isEnded: false }) : refused('INVALID_TIMES')
    state.ends[exhibition] = hours === null ? null : state.now + hours * 3_600_000
    markGroups(state, exhibition)
    return ok({ isEnded: state.isEnded(exhibition) })
  },

  move(state, { exhibition, groups }) {
    if (exhibition >= state.ends.length) return missing('EXHIBITION_NOT_FOUND')
    const found = new Set(groups.map((number) => state.find(number)))
    if (found.has(undefined)) return missing()
    const moved = [...found].flatMap((group) => (group && group.exhibition !== exhibition ? [group] : []))
    for (const group of moved) move(state, group, exhibition)
    return ok({ moved: moved.length })
  },

  moderateAs(state, step) {
    return state.find(step.group)?.exhibition === step.account ? moderate(state, step) : missing()
  },

  markEnds(state) {
    if (!state.inJson) for (const exhibition of state.ends.keys()) markGroups(state, exhibition)
    return ok()
  },
}
