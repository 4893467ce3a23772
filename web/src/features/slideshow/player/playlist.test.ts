import { describe, expect, it } from 'vitest'
import { textsOf } from '#contract/texts/group-texts.ts'
import { defaults } from '#web/features/slideshow/options.ts'
import { type Group, jumpGroups, resumeIn, stepsOf } from './playlist.ts'

const group = (id: string, year = 2024, photos = 2): Group => ({
  id,
  ...textsOf({ title: id }),
  year,
  photos: Array.from({ length: photos }, (_, i) => ({
    id: i + 1,
    original: `/upload/${id}${i + 1}.jpg`,
    preview: `/previews/${id}${i + 1}.jpg`,
    width: 4,
    height: 3,
    caption: null,
  })),
})
const steps = (groups: Group[], options = {}, seed = 7) =>
  stepsOf(groups, { ...defaults, pairs: 'portraits', ...options }, seed)
const keys = (groups: Group[], options = {}, seed = 7) => steps(groups, options, seed).map(({ key }) => key)

describe('stepsOf', () => {
  it('shows the photos in the order of the feed, each group with a title on its first', () => {
    const all = steps([group('b'), group('a', 2024, 1)])
    expect(all.map(({ key, opens }) => [key, opens])).toEqual([
      ['b/1', true],
      ['b/2', false],
      ['a/1', true],
    ])
  })

  it('shows title cards of their own before the photos with `cards`', () => {
    const all = steps([group('b'), group('a', 2024, 1)], { cards: true })
    expect(all.map(({ key, opens }) => `${key}${opens ? '!' : ''}`)).toEqual(['b!', 'b/1', 'b/2', 'a!', 'a/1'])
  })

  it('has the code for removal requests with every fifth group', () => {
    const all = steps(Array.from({ length: 11 }, (_, n) => group(`${n}`)))
    expect(all.flatMap(({ key, hasRemovalCode }) => (hasRemovalCode ? [key] : []))).toEqual(['0/1', '5/1', '10/1'])
  })

  it('shows the newest group first, its photos in their own order', () => {
    expect(keys([group('a'), group('b')], { order: 'newest' })).toEqual(['b/1', 'b/2', 'a/1', 'a/2'])
  })

  it('leaves out groups of other years and groups without photos', () => {
    const groups = [group('a', 2019, 1), group('b', 2020, 1), group('c', 2021, 1), group('d', 2020, 0)]
    expect(keys(groups, { years: { from: 2020, to: 2020 } })).toEqual(['b/1'])
    expect(keys(groups, { years: { from: 2020, to: 2021 } })).toEqual(['b/1', 'c/1'])
  })

  it('shuffles whole groups, each time otherwise, and leaves the others in place when one joins', () => {
    const groups = Array.from({ length: 40 }, (_, i) => group(`group-${i}`, 2024, 1))
    const shuffled = keys(groups, { order: 'shuffled' })
    expect(shuffled).not.toEqual(keys(groups))
    expect(shuffled.toSorted()).toEqual(keys(groups).toSorted())
    expect(shuffled).not.toEqual(keys(groups, { order: 'shuffled' }, 8))
    const joined = keys([...groups, group('new', 2024, 1)], { order: 'shuffled' })
    expect(joined.filter((key) => !key.startsWith('new'))).toEqual(shuffled)
  })
})

describe('photos in pairs', () => {
  /** A letter each: p for a portrait, l for a landscape, s for one nearly square, u for unknown. */
  const shaped = (id: string, shapes: string): Group => ({
    ...group(id, 2024, shapes.length),
    photos: group(id, 2024, shapes.length).photos.map((photo, index) => ({
      ...photo,
      ...{ p: { width: 3, height: 4 }, l: {}, s: { width: 9, height: 10 }, u: { width: null, height: null } }[
        shapes[index] as 'p' | 'l' | 's' | 'u'
      ],
    })),
  })

  it.each([
    ['ppp', ['a/1+2', 'a/3']],
    ['plpp', ['a/1', 'a/2', 'a/3+4']],
    ['pspu', ['a/1', 'a/2', 'a/3', 'a/4']],
  ])('shows those of %s that follow each other beside each other', (shapes, expected) => {
    expect(keys([shaped('a', shapes)])).toEqual(expected)
  })

  it('shows landscapes that follow each other above each other on an upright screen', () => {
    expect(keys([shaped('a', 'llpll')], { pairs: 'landscapes' })).toEqual(['a/1+2', 'a/3', 'a/4+5'])
  })

  it('does not pair photos of different groups, nor any without the setting', () => {
    expect(keys([shaped('a', 'p'), shaped('b', 'p')])).toEqual(['a/1', 'b/1'])
    expect(keys([shaped('a', 'pp')], { pairs: undefined })).toEqual(['a/1', 'a/2'])
  })

  it('leaves a pair when one of them is withdrawn, and continues with the other', () => {
    const [before, after] = [shaped('a', 'ppp'), { ...shaped('a', 'ppp'), photos: shaped('a', 'ppp').photos.slice(1) }]
    expect(resumeIn(steps([before]), 0, steps([after]))).toEqual({ index: 0, stays: false })
  })

  it('finds the photo again when the screen is turned', () => {
    const groups = [shaped('a', 'pppp')]
    expect(resumeIn(steps(groups), 1, steps(groups, { pairs: undefined }))).toEqual({ index: 2, stays: false })
    expect(resumeIn(steps(groups, { pairs: undefined }), 3, steps(groups))).toEqual({ index: 1, stays: false })
  })
})

describe('follow', () => {
  const before = steps([group('a'), group('b'), group('c')])
  const at = (key: string) => before.findIndex((step) => step.key === key)
  const place = (from: string, after: Group[]) => {
    const next = steps(after)
    const { index, stays } = resumeIn(before, at(from), next)
    return [next[index]?.key, stays]
  }

  it('stays at the same photo when groups join before it', () => {
    expect(place('b/1', [group('new'), group('a'), group('b'), group('c')])).toEqual(['b/1', true])
  })

  it('continues with what came after a withdrawn group', () => {
    expect(place('b/1', [group('a'), group('c')])).toEqual(['c/1', false])
  })

  it('continues with the next photo when one was deleted', () => {
    expect(place('b/1', [group('a'), { ...group('b'), photos: group('b').photos.slice(1) }])).toEqual(['b/2', false])
  })

  it('goes round the loop, and to the beginning when nothing is left of it', () => {
    expect(place('c/2', [group('a'), group('b')])).toEqual(['a/1', false])
    expect(place('c/2', [group('x')])).toEqual(['x/1', false])
  })
})

describe('groupAway', () => {
  const all = steps([group('a'), group('b'), group('c')])
  it('finds the first photo of the next and of the previous group, round the loop', () => {
    expect([0, 1, 2, 5].map((from) => all[jumpGroups(all, from, 1)]?.key)).toEqual(['b/1', 'b/1', 'c/1', 'a/1'])
    expect([0, 1, 2, 5].map((from) => all[jumpGroups(all, from, -1)]?.key)).toEqual(['c/1', 'c/1', 'a/1', 'b/1'])
  })
})
