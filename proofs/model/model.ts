import { change } from './changes.ts'
import type { Expected, Photo } from './group.ts'
import type { Operation } from './operations.ts'
import { isRead, read } from './reads.ts'
import { State } from './state.ts'

const withoutGroups: readonly Operation['op'][] = [
  ...(['rollback', 'wait', 'deletionLog', 'deletionStats', 'auditLog', 'auditOfGroup', 'auditStats'] as const),
]

/** The service as the specification describes it, for one client at a time. */
export function createModel(photos: readonly Photo[], start: number) {
  const state = new State(photos, start)
  return {
    apply(step: Operation): Expected {
      state.now += 1000
      if (!withoutGroups.includes(step.op)) state.inJson = false
      return isRead(step) ? read(state, step) : change(state, step)
    },
    now: () => new Date(state.now),
    /** Numbers of a group's images, in order; undefined for a deleted group. */
    imagesOf: (number: number) => state.find(number)?.images.map(({ image }) => image),
    groups: () => state.all.length,
  }
}
