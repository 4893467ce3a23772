import { describe, expect, it } from 'vitest'
import { textsOf } from '#contract/texts/group-texts.ts'
import { FreshGroups } from './fresh-groups.ts'
import type { Step } from './playlist.ts'

const stepsOf = (...ids: string[]): Step[] =>
  ids.flatMap((id) => {
    const group = { id, ...textsOf({ title: id }), year: 2024, photos: [] }
    const step = { group, opens: false, hasRemovalCode: false }
    return [
      { ...step, key: id, photos: [], opens: true },
      ...[1, 2].map((photo) => ({ ...step, key: `${id}/${photo}`, photos: [{} as never] })),
    ]
  })

/** The keys of what is shown from `at` on; those out of turn with a `!`. */
function shown(fresh: FreshGroups, steps: readonly Step[], { at, count }: { at: string; count: number }): string[] {
  let index = steps.findIndex(({ key }) => key === at)
  return Array.from({ length: count }, () => {
    index = fresh.next(steps, index) ?? (index + 1) % steps.length
    const step = steps[index] as Step
    return `${step.key}${fresh.isShowing(step) ? '!' : ''}`
  })
}

describe('FreshGroups', () => {
  it('shows the first photo of a group that joins once, and continues where it was', () => {
    const fresh = new FreshGroups()
    const steps = stepsOf('a', 'b', 'new')
    fresh.note(stepsOf('a', 'b'), steps)
    const around = ['new/1!', 'a/2', 'b', 'b/1', 'b/2', 'new', 'new/1', 'new/2', 'a']
    expect(shown(fresh, steps, { at: 'a/1', count: 9 })).toEqual(around)
  })

  it('shows the first photo without title cards, too', () => {
    const fresh = new FreshGroups()
    const photos = (...ids: string[]) => stepsOf(...ids).filter((step) => step.photos.length > 0)
    fresh.note(photos('a', 'b'), photos('new', 'a', 'b'))
    expect(shown(fresh, photos('new', 'a', 'b'), { at: 'a/1', count: 3 })).toEqual(['new/1!', 'a/2', 'b/1'])
  })

  it('does not show a photo twice in a row whose turn would have been next', () => {
    const fresh = new FreshGroups()
    const photos = (...ids: string[]) => stepsOf(...ids).filter((step) => step.photos.length > 0)
    fresh.note(photos('a', 'b'), photos('a', 'new', 'b'))
    expect(shown(fresh, photos('a', 'new', 'b'), { at: 'a/2', count: 3 })).toEqual(['new/1!', 'new/2', 'b/1'])
  })

  it('shows several one after the other, and none that has left meanwhile', () => {
    const fresh = new FreshGroups()
    fresh.note(stepsOf('a'), stepsOf('a', 'x', 'y', 'z'))
    const steps = stepsOf('a', 'x', 'z')
    fresh.note(stepsOf('a', 'x', 'y', 'z'), steps)
    expect(shown(fresh, steps, { at: 'a', count: 4 })).toEqual(['x/1!', 'z/1!', 'a/1', 'a/2'])
  })

  it('shows no more than five of them', () => {
    const fresh = new FreshGroups()
    const steps = stepsOf('a', ...Array.from({ length: 20 }, (_, n) => `n${n}`))
    fresh.note(stepsOf('a'), steps)
    const jumps = shown(fresh, steps, { at: 'a', count: 8 }).filter((key) => key.endsWith('!'))
    expect(jumps).toEqual(['n15/1!', 'n16/1!', 'n17/1!', 'n18/1!', 'n19/1!'])
  })
})
