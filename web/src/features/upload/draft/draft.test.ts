import { describe, expect, it } from 'vitest'
import { eachText } from '#contract/texts/group-texts.ts'
import { matchesDraft, newAttempt } from './attempt.ts'
import { changeDraft, type Draft, missingParts, noConsents } from './draft.ts'

const texts = { ...eachText(() => ''), year: '2024' }
const photo = (id: string, name = `${id}.jpg`) => ({ id, file: new File([id], name), caption: '', altText: '' })
const draft: Draft = { photos: [photo('a'), photo('b'), photo('c')], texts }
const order = ({ photos }: Draft) => photos.map(({ id }) => id).join('')
const consents = { workshop: true, minors: false, platformIds: [2] }

describe('changeDraft', () => {
  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['a', 3, 'abc'],
    ['a', -1, 'abc'],
    ['x', 1, 'abc'],
  ])('moves %s to place %i: %s', (id, to, expected) => {
    expect(order(changeDraft(draft, { type: 'move', id, to }))).toBe(expected)
  })

  it('puts a removed photo back where it was', () => {
    const removed = changeDraft(draft, { type: 'remove', id: 'b' })
    expect(order(removed)).toBe('ac')
    expect(order(changeDraft(removed, { type: 'insert', photo: photo('b'), at: 1 }))).toBe('abc')
  })

  it('gives a photo that was chosen again the place and caption of the lost one of its name', () => {
    const said = changeDraft(draft, { type: 'caption', id: 'b', what: 'caption', text: 'A lamp' })
    const more = [photo('d', 'b.jpg'), photo('e', 'b.jpg'), photo('f', 'a.jpg')]
    const again = changeDraft(said, { type: 'add', photos: more, lost: new Set(['b']) })
    expect([order(again), again.photos[1]?.caption]).toEqual(['adcef', 'A lamp'])
  })

  it('takes a year in Arabic and Persian digits', () => {
    const yearOf = (value: string) => changeDraft(draft, { type: 'text', field: 'year', value }).texts.year
    expect(['٢٠٢٤', '۲۰۲۴'].map(yearOf)).toEqual(['2024', '2024'])
  })

  it('is without what another tab has sent, but keeps what differs', () => {
    const cleared = { texts: { ...texts, title: 'Sent' }, photos: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }
    const withoutSent = (now: Draft) => changeDraft(now, { type: 'cleared', cleared, texts })
    expect(withoutSent({ ...draft, texts: { ...cleared.texts } })).toEqual({ photos: [], texts })
    expect(withoutSent({ ...draft, texts: { ...texts, title: 'Mine' } }).texts.title).toBe('Mine')
    const more = withoutSent({ photos: [...draft.photos, photo('d')], texts: cleared.texts })
    expect([order(more), more.texts.title]).toEqual(['d', 'Sent'])
  })

  it('keeps photos chosen before the stored draft was read', () => {
    const stored: Draft = { photos: [photo('z')], texts: { ...texts, title: 'Stored' } }
    const loaded = changeDraft(draft, { type: 'load', draft: stored })
    expect([order(loaded), loaded.texts.title]).toEqual(['zabc', 'Stored'])
  })
})

describe('missingParts', () => {
  const missing = (change: Partial<Draft> = {}, given = consents) =>
    missingParts({ ...draft, ...change }, given).map(({ what }) => what)

  it('is complete with one photo and the consent', () => {
    expect(missing({ photos: [photo('a')] })).toEqual([])
  })
  it('needs the consent to the workshop; the platforms do not replace it', () => {
    expect(missing({}, { ...noConsents, platformIds: [1] })).toEqual(['consent'])
  })
  it('counts code points, as the service does', () => {
    const caption = '🪵'.repeat(200)
    expect(missing({ photos: [{ ...photo('a'), caption }] })).toEqual([])
    expect(missing({ photos: [{ ...photo('a'), caption: `${caption}!` }] })).toEqual(['caption'])
  })
  it.each(['1799', '', '24', '2024.5', String(new Date().getFullYear() + 2)])('refuses the year %j', (year) => {
    expect(missing({ texts: { ...texts, year } })).toEqual(['year'])
  })
  it('accepts 1800 and next year', () => {
    for (const year of ['1800', String(new Date().getFullYear() + 1)])
      expect(missing({ texts: { ...texts, year } })).toEqual([])
  })
})

describe('fits', () => {
  const attempt = newAttempt('id', draft, consents)
  it('is true for the same draft, and without a photo that was removed', () => {
    expect(matchesDraft(attempt, structuredClone(draft), { ...consents })).toBe(true)
    expect(matchesDraft(attempt, changeDraft(draft, { type: 'remove', id: 'b' }), consents)).toBe(true)
  })
  it.each<[string, Draft, typeof consents]>([
    ['another photo', changeDraft(draft, { type: 'add', photos: [photo('d')] }), consents],
    ['another order', changeDraft(draft, { type: 'move', id: 'a', to: 1 }), consents],
    ['another caption', changeDraft(draft, { type: 'caption', id: 'a', what: 'caption', text: 'x' }), consents],
    ['another alt text', changeDraft(draft, { type: 'caption', id: 'a', what: 'altText', text: 'x' }), consents],
    ['another text', changeDraft(draft, { type: 'text', field: 'title', value: 'x' }), consents],
    ['another consent', draft, { ...consents, platformIds: [] }],
  ])('is false for %s', (_what, changed, given) => {
    expect(matchesDraft(attempt, changed, given)).toBe(false)
  })
})
