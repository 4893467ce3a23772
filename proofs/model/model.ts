import { change } from './changes.ts'
import { type Expected, factsOf, type Group, type Photo, type Shown } from './group.ts'
import type { Operation } from './operations.ts'
import { isRead, read } from './reads.ts'
import { State } from './state.ts'

const withoutGroups: readonly Operation['op'][] = [
  ...([
    'rollback',
    'wait',
    'markEnds',
    'deletionLog',
    'deletionStats',
    'auditLog',
    'auditOfGroup',
    'auditStats',
  ] as const),
]

/** A group of the feed, with its number. */
export type ShownGroup = Shown & Pick<Group, 'group' | 'exhibition'>

function brokenRules(state: State, shown: ShownGroup): string[] {
  const { all, requests } = state
  const { covered } = all[shown.group] ?? { covered: new Set() }
  const unseen = factsOf(shown).filter((fact) => !covered.has(fact))
  const held = requests.filter(({ reason, decision, hiddenAtOnce }) => {
    return reason === 'my_child' && decision === null && hiddenAtOnce
  })
  const children = shown.images.filter(({ image }) => held.some((each) => each.image?.image === image))
  const isElsewhere = all[shown.group]?.exhibition !== shown.exhibition
  return [
    ...(isElsewhere ? [`group ${shown.group} is shown in exhibition ${shown.exhibition}, where it is not`] : []),
    ...(state.isEnded(shown.exhibition) ? [`group ${shown.group} is shown though its exhibition has ended`] : []),
    ...unseen.map((fact) => `group ${shown.group} shows what no moderator has seen: ${fact}`),
    ...children.map(({ image }) => `photo ${image} is shown while a request for a child is open`),
  ]
}

/** The service as the specification describes it, for one client at a time. */
export function createModel(photos: readonly Photo[], start: number) {
  const state = new State(photos, start)
  return {
    apply(step: Operation): Expected {
      state.now += 1000
      if (state.inJson && !withoutGroups.includes(step.op)) state.migrate()
      return isRead(step) ? read(state, step) : change(state, step)
    },
    now: () => new Date(state.now),
    /** Numbers of a group's images, in order; undefined for a deleted group. */
    imagesOf: (number: number) => state.find(number)?.images.map(({ image }) => image),
    groups: () => state.all.length,
    /** What the feed shows against the rules, whatever the other answers were. */
    brokenRules: (shown: readonly ShownGroup[]): string[] => shown.flatMap((group) => brokenRules(state, group)),
    isInJson: () => state.inJson,
  }
}
