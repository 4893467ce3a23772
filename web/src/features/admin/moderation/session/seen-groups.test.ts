import { describe, expect, it } from 'vitest'
import { textsOf } from '#contract/texts/group-texts.ts'
import { afterOwnChanges, recordOwnRevisions } from '#web/features/admin/shared/live-updates/own-changes.ts'
import { changesSinceApproval, differencesOf } from './differences.ts'
import type { AdminGroup, ListedGroup } from './groups.ts'
import { createSeenGroups } from './seen-groups.ts'

const photo = (id: number, more: Partial<AdminGroup['images'][number]> = {}) =>
  ({ id, imageDescription: null, hidden: false, ...more }) as AdminGroup['images'][number]

const group = ({ images = [photo(1), photo(2)], ...more }: Partial<AdminGroup> = {}) =>
  ({
    groupId: 'g',
    revision: 'one',
    ...textsOf({ title: 'Stool', name: 'Mira' }),
    year: 2026,
    imageCount: images.length,
    images,
    display_in_workshop: true,
    workshopRevokedTimestamp: null,
    socialMediaConsents: [],
    lastApproved: null,
    ...more,
  }) as unknown as AdminGroup

describe('differencesOf', () => {
  it.each<[string, Partial<AdminGroup>, readonly unknown[]]>([
    ['nothing', {}, []],
    ['an added photo', { images: [photo(1), photo(2), photo(3)] }, [{ kind: 'photosAdded', count: 1, places: [3] }]],
    [
      'a photo for another one',
      { images: [photo(1), photo(3)] },
      [
        { kind: 'photosAdded', count: 1, places: [2] },
        { kind: 'photosRemoved', count: 1 },
      ],
    ],
    ['a title', { title: 'Chair' }, [{ kind: 'text', field: 'title', before: 'Stool', now: 'Chair' }]],
    ['a removed name', { name: null }, [{ kind: 'text', field: 'name', before: 'Mira', now: '' }]],
    [
      'a caption',
      { images: [photo(1), photo(2, { imageDescription: 'new' })] },
      [{ kind: 'caption', n: 2, before: '', now: 'new' }],
    ],
    ['the order', { images: [photo(2), photo(1)] }, [{ kind: 'order', places: [2, 1] }]],
    ['a hidden photo', { images: [photo(1), photo(2, { hidden: true })] }, [{ kind: 'photosHidden', count: 1 }]],
    [
      'the consent to the display',
      { workshopRevokedTimestamp: '2026-11-22T10:00:00.000Z' },
      [{ kind: 'consent', platform: undefined, given: false }],
    ],
    [
      'the consent of a platform',
      { socialMediaConsents: [{ displayName: 'Facebook', consented: true, revoked: false } as never] },
      [{ kind: 'consent', platform: 'Facebook', given: true }],
    ],
    ['a revision alone', { revision: 'two' }, [{ kind: 'other' }]],
  ])('finds %s', (_, change, found) => {
    expect(differencesOf(group(), group(change))).toEqual(found)
  })

  it('counts the photos that a list does not have', () => {
    const listed = (imageCount: number) =>
      ({ ...group(), images: undefined, previews: [{ imageId: 1 }], imageCount }) as unknown as ListedGroup
    const { images: _, ...before } = listed(7) as ListedGroup & { images?: unknown }
    const { images: __, ...now } = listed(9) as ListedGroup & { images?: unknown }
    expect(differencesOf(before, now)).toEqual([{ kind: 'photosAdded', count: 2 }])
  })
})

describe('changesSinceApproval', () => {
  const lastApproved = {
    ...textsOf({ title: 'Chair', name: 'Mira' }),
    year: 2026,
    display_in_workshop: true,
    platformIds: [2],
    images: [2, 1, 5].map((imageId) => ({ imageId, imageDescription: null })),
  }
  const facebook = { platformId: 2, displayName: 'Facebook', consented: true, revoked: true } as never

  it('names texts, photos, order and consents, before and after', () => {
    const now = group({
      lastApproved,
      images: [photo(1, { imageDescription: 'new', hidden: true }), photo(2), photo(3)],
      socialMediaConsents: [facebook],
    })
    expect(changesSinceApproval(now)).toEqual([
      { kind: 'photosAdded', count: 1, places: [3] },
      { kind: 'photosRemoved', count: 1 },
      { kind: 'text', field: 'title', before: 'Chair', now: 'Stool' },
      { kind: 'caption', n: 1, before: '', now: 'new' },
      { kind: 'order', places: [2, 1] },
      { kind: 'consent', platform: 'Facebook', given: false },
    ])
  })

  it('is unknown where nothing was kept', () => {
    expect(changesSinceApproval(group())).toBeUndefined()
  })
})

describe('createSeenGroups', () => {
  const started = () => {
    const time = { ms: 0 }
    const seen = createSeenGroups(() => time.ms)
    seen.show(group(), false)
    return { time, seen }
  }
  const changed = () => group({ revision: 'two', title: 'Chair' })

  it('approves what was there before until the change could be noticed', () => {
    const { time, seen } = started()
    seen.show(changed(), false)
    expect(seen.revision('g')).toBe('one')
    time.ms = 1_000
    expect(seen.revision('g')).toBe('two')
  })

  it('counts differences from what was first seen, until they are accepted', () => {
    const { seen } = started()
    seen.show(changed(), false)
    seen.show(group({ revision: 'three', title: 'Chair', year: 2025 }), false)
    expect(seen.differences('g')).toMatchObject([{ field: 'title' }, { field: 'year' }])
    seen.accept('g')
    expect(seen.differences('g')).toEqual([])
  })

  it("takes a moderator's own changes as seen", () => {
    const { seen } = started()
    seen.show(changed(), true)
    expect(seen.differences('g')).toEqual([])
    expect(seen.revision('g')).toBe('two')
  })

  it('recognises own changes by their revisions', () => {
    const { seen } = started()
    recordOwnRevisions('g', { previousRevision: 'one', revision: 'two' })
    recordOwnRevisions('g', { previousRevision: 'two', revision: 'three' })
    expect(afterOwnChanges('g', 'one')).toBe('three')
    expect(afterOwnChanges('other', 'one')).toBe('one')
    seen.show(group({ revision: 'three', title: 'Chair' }), false)
    expect(seen.differences('g')).toEqual([])
    expect(seen.revision('g')).toBe('three')
  })

  it("shows another's change although this moderator has changed the group after it", () => {
    const seen = createSeenGroups(() => 0)
    seen.show(group({ groupId: 'h' }), false)
    recordOwnRevisions('h', { previousRevision: 'by the owner', revision: 'own' })
    seen.show(group({ groupId: 'h', revision: 'own', year: 2025 }), false)
    expect(seen.differences('h')).toMatchObject([{ field: 'year' }])
    expect(afterOwnChanges('h', seen.revision('h') ?? '')).toBe('one')
  })
})
