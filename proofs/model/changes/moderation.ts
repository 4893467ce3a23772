import {
  conflict,
  cover,
  type Expected,
  factsOf,
  type Group,
  hideImage,
  imageAt,
  missing,
  moveImages,
  ok,
  showImage,
} from '#proofs/model/group.ts'
import type { State } from '#proofs/model/state.ts'
import { type UndoState, undoStateOf } from '#proofs/model/undo.ts'
import type { Handlers } from './handlers.ts'

const slipMs = 10 * 60_000

function approve(state: State, group: Group): void {
  cover(group, factsOf(group))
  for (const image of group.images) image.published = image.description
  state.hideRequested(group)
  Object.assign(group, { approved: true, firstApprovedAt: group.firstApprovedAt ?? state.now, changes: [] })
}

function withdraw(state: State, group: Group): void {
  if (!group.approved) return
  group.approved = false
  moveImages(group.images)
  const isSlip = group.firstApprovedAt !== null && state.now - group.firstApprovedAt <= slipMs
  if (isSlip) Object.assign(group, { firstApprovedAt: null, changes: [] })
}

interface Decision {
  readonly approved: boolean
  /** The revision that the admin saw is sent, if one was seen. */
  readonly asSeen: boolean
}

/** Whether it was approved: a group that changed since it was seen is not (D44). */
function decide(state: State, group: Group, { approved, asSeen }: Decision): boolean {
  if (approved && asSeen && group.seen !== null && group.seen !== group.revision) return false
  if (approved) approve(state, group)
  else withdraw(state, group)
  return true
}

/** Stores the replaced state of a step for its undo, if any. */
function withUndo(state: State, groups: readonly Group[], run: () => Expected): Expected {
  const before = new Map(groups.map((group): [Group, UndoState] => [group, undoStateOf(group)]))
  const expected = run()
  const steps = [...before].flatMap(([group, before]) => {
    const after = undoStateOf(group)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ group, before, after }]
  })
  if (steps.length > 0) state.undo = { steps, at: state.now }
  return expected
}

/** The state before a step, except what open requests keep hidden. Images that leave the public view get new addresses (D47). */
function restore(state: State, group: Group, before: UndoState): void {
  const { approved, firstApprovedAt, changes } = before
  if (group.approved && !approved) moveImages(group.images.filter(({ hidden }) => !hidden))
  Object.assign(group, { approved, firstApprovedAt, changes: [...changes] })
  const then = new Map(before.images.map((each) => [each.image, each]))
  for (const image of group.images) {
    const { published, hidden, byRequest } = then.get(image.image) ?? image
    image.published = published
    if (image.hidden === hidden && image.byRequest === byRequest) continue
    if (!hidden) state.showUnlessRequested(group, image)
    else if (!image.hidden) hideImage(group, image, { byRequest })
    else {
      image.byRequest = byRequest
      group.revision++
    }
  }
  state.hideRequested(group)
}

export const moderation: Handlers<'approve' | 'bulk' | 'hide' | 'undo' | 'deleteGroup'> = {
  approve: (state, step) =>
    state.asAdmin(step.group, (group) =>
      withUndo(state, [group], () => {
        const done = decide(state, group, { approved: step.approved ?? true, asSeen: step.asSeen })
        return done ? ok({ isApproved: group.approved }) : conflict('GROUP_CHANGED')
      }),
    ),

  bulk(state, { action, groups, asSeen }) {
    const asked = [...new Set(groups.map((number) => number % Math.max(1, state.all.length)))]
    const found = asked.flatMap((number) => state.find(number) ?? [])
    return withUndo(state, found, () => {
      const results = asked.map((number) => {
        const group = state.find(number)
        if (group === undefined) return 'GROUP_NOT_FOUND'
        if (action === 'delete') return true
        return decide(state, group, { approved: action === 'approve', asSeen }) || 'GROUP_CHANGED'
      })
      if (action === 'delete') for (const group of found) state.remove(group, 'admin_moderation_deletion')
      return ok({ results })
    })
  },

  hide: (state, { group: number, image: index, hidden }) =>
    state.asAdmin(number, (group) =>
      withUndo(state, [group], () => {
        const image = imageAt(group, index)
        if (image === undefined) return missing('IMAGE_NOT_FOUND')
        const waiting = state.requestsOf(image).filter(({ decision }) => decision !== 'keep_hidden')
        if (image.hidden && !hidden && waiting.some((each) => state.keepsHidden(each)))
          return conflict('REMOVAL_REQUEST_OPEN')
        if (hidden) hideImage(group, image, { byRequest: false })
        else showImage(group, image)
        return ok({ hidden })
      }),
    ),

  undo(state) {
    const steps = (state.undo?.steps ?? []).filter(({ group }) => state.alive.has(group))
    if (state.undo === null || steps.length === 0 || state.now - state.undo.at > 60 * 60_000)
      return missing('UNDO_NOT_FOUND')
    const changed = steps.some(({ group, after }) => JSON.stringify(undoStateOf(group)) !== JSON.stringify(after))
    if (changed) return conflict('GROUP_CHANGED')
    for (const { group, before } of steps) restore(state, group, before)
    state.undo = null
    return ok({ groups: steps.map(({ group }) => group.group).toSorted() })
  },

  deleteGroup: (state, step) =>
    state.as(step, 'delete_group', (group) => {
      state.remove(group, step.by === 'owner' ? 'user_deletion' : 'admin_moderation_deletion')
      return ok(step.by === 'owner' ? { imagesDeleted: group.images.length } : {})
    }),
}
