import { describe, expect, it } from 'vitest'
import { batchFingerprint, batchForm } from './batch-form.ts'
import { changeDraft, type Draft, noConsents } from './draft.ts'
import { missingParts } from './missing.ts'

const texts = { title: '', name: '', year: '2024', description: '' }
const photo = (id: string, name = `${id}.jpg`) => ({ id, file: new File([id], name), caption: '' })
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
  it('needs a photo and the consent to the workshop; the platforms do not replace it', () => {
    expect(missing({ photos: [] }, { ...noConsents, platformIds: [1] })).toEqual(['missingPhotos', 'missingConsent'])
  })
  it('counts code points, as the service does', () => {
    const caption = '🪵'.repeat(200)
    expect(missing({ photos: [{ ...photo('a'), caption }] })).toEqual([])
    expect(missing({ photos: [{ ...photo('a'), caption: `${caption}!` }] })).toEqual(['missingCaption'])
  })
  it.each(['1799', '', '24', '2024.5', String(new Date().getFullYear() + 2)])('refuses the year %j', (year) => {
    expect(missing({ texts: { ...texts, year } })).toEqual(['missingYear'])
  })
  it('accepts 1800 and next year', () => {
    for (const year of ['1800', String(new Date().getFullYear() + 1)])
      expect(missing({ texts: { ...texts, year } })).toEqual([])
  })
})

describe('batchForm', () => {
  it('sends consents, metadata and descriptions before the images, and an entry for every image', () => {
    const same = [{ ...photo('a', 'same.jpg'), caption: 'First' }, photo('b', 'same.jpg')]
    const form = batchForm({ photos: same, texts: { ...texts, title: 'T' } }, consents)
    expect([...form.keys()]).toEqual(['consents', 'metadata', 'descriptions', 'images', 'images'])
    expect(JSON.parse(String(form.get('consents')))).toEqual({
      workshopConsent: true,
      socialMediaConsents: [{ platformId: 2, consented: true }],
    })
    expect(JSON.parse(String(form.get('metadata')))).toMatchObject({ year: 2024, title: 'T' })
    expect(JSON.parse(String(form.get('descriptions')))).toEqual([
      { fileName: 'same.jpg', description: 'First' },
      { fileName: 'same.jpg', description: '' },
    ])
  })
})

describe('batchFingerprint', () => {
  const original = batchFingerprint(draft, consents)
  it('is the same for the same content', () => {
    expect(batchFingerprint(structuredClone(draft), { ...consents })).toBe(original)
  })
  it.each<[string, Draft, typeof consents]>([
    ['a photo', changeDraft(draft, { type: 'remove', id: 'a' }), consents],
    ['the order', changeDraft(draft, { type: 'move', id: 'a', to: 1 }), consents],
    ['a caption', changeDraft(draft, { type: 'caption', id: 'a', caption: 'x' }), consents],
    ['a text', changeDraft(draft, { type: 'text', field: 'title', value: 'x' }), consents],
    ['a consent', draft, { ...consents, platformIds: [] }],
  ])('differs after a change of %s', (_what, changed, given) => {
    expect(batchFingerprint(changed, given)).not.toBe(original)
  })
})
