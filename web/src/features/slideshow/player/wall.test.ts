import { describe, expect, it } from 'vitest'
import { textsOf } from '#contract/texts/group-texts.ts'
import type { Step } from './playlist.ts'
import type { Scene } from './scene.ts'
import { type Hanging, hang, placesFor, stillIn } from './wall.ts'

const step = (key: string, original = `/upload/${key}.jpg`): Step => ({
  key,
  group: { id: key, ...textsOf({ title: key }), year: 2024, photos: [] },
  photos: [{ id: 1, original, preview: '', width: 4, height: 3, caption: null }],
  opens: true,
  hasRemovalCode: false,
})
const scene = (key: string): Scene => ({ step: step(key), shown: [], backdrop: undefined })
const wall = (keys: string, places: number): Hanging =>
  [...keys].reduce<Hanging>((hanging, key) => hang(hanging, scene(key), places), new Map())
/** By place, a dot for a free one. */
const seen = (hanging: Hanging, places: number) =>
  Array.from({ length: places }, (_, place) => hanging.get(place)?.step.key ?? '.').join('')

describe('placesFor', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
    [4, 3, 4],
    [8, 5, 8],
    [500, 9, 8],
  ])('of %i photos shows %i, with the code for uploads %i', (photos, without, withCode) => {
    expect([placesFor(photos, false), placesFor(photos, true)]).toEqual([without, withCode])
  })
})

describe('hang', () => {
  it.each([1, 2, 3, 4, 5, 8, 9])(
    'fills %i places, then changes one at a time, that which has hung longest',
    (places) => {
      const all = 'abcdefghi'.slice(0, places)
      const full = wall(all, places)
      expect([...seen(full, places)].toSorted().join('')).toBe(all)
      const after = seen(hang(full, scene('x'), places), places)
      expect(after).toBe(seen(full, places).replace('a', 'x'))
    },
  )
})

describe('stillIn', () => {
  it('takes down what was withdrawn or redacted, and what a smaller wall has no place for', () => {
    const full = wall('abc', 3)
    expect(
      seen(
        stillIn(
          full,
          ['a', 'c'].map((key) => step(key)),
          3,
        ),
        3,
      ),
    ).toBe(seen(full, 3).replace('b', '.'))
    const redacted = [step('a'), step('b', '/upload/other.jpg'), step('c')]
    expect(seen(stillIn(full, redacted, 3), 3)).toBe(seen(full, 3).replace('b', '.'))
    expect(stillIn(full, [step('a'), step('b'), step('c')], 2).size).toBe(2)
  })

  it('takes down a title card when the photo behind its words was withdrawn', () => {
    const card = (...originals: string[]): Step => {
      const photos = originals.flatMap((original) => step('a', original).photos)
      return { ...step('a'), group: { ...step('a').group, photos }, photos: [] }
    }
    const shown: Hanging = new Map([[0, { step: card('1.jpg', '2.jpg'), shown: [], backdrop: undefined }]])
    expect(stillIn(shown, [card('1.jpg')], 1).size).toBe(1)
    expect(stillIn(shown, [card('2.jpg')], 1).size).toBe(0)
  })
})
