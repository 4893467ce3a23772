import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewExhibition } from '#server/domain/exhibition.ts'
import { aGroup, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const anExhibition = (slug: string, fields: Partial<NewExhibition> = {}): NewExhibition => ({
  slug,
  name: 'Class 7a',
  opensAt: null,
  closesAt: null,
  endsAt: null,
  deletedAfterDays: null,
  accessCode: null,
  texts: {},
  platformIds: null,
  gallery: false,
  ...fields,
})

describe.each(await testDatabases())('exhibitions on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('exhibitions')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })
  const add = async (slug: string, fields?: Partial<NewExhibition>) => {
    const added = await rows.write((tx) => tx.exhibitions.add(anExhibition(slug, fields)))
    if (added === undefined) throw new Error(`${slug} is taken`)
    return added
  }
  const revision = () => rows.write((tx) => tx.exhibitions.revision())

  it('begin with `main`, to which every group belongs', async () => {
    const { database } = rows
    const group = aGroup()
    await rows.write((tx) => tx.groups.insert(group))
    expect(await database.exhibitions.find(1)).toMatchObject({ id: 1, slug: 'main', name: null, endsAt: null })
    expect((await database.groups.find(group.groupId))?.exhibitionId).toBe(1)
    expect(await database.exhibitions.find(99)).toBeUndefined()
  })

  it('keep all fields; the newest comes first', async () => {
    const fields = {
      opensAt: '2026-05-01T00:00:00.000Z',
      closesAt: '2026-05-02T00:00:00.000Z',
      endsAt: '2026-05-03T00:00:00.000Z',
      deletedAfterDays: 30,
      accessCode: 'Oak7',
      texts: { welcomeText: { de: 'Hallo' }, minorsTick: false },
      platformIds: [2, 3],
    }
    const added = await add('class-7a', fields)
    expect(added).toEqual({
      ...anExhibition('class-7a', fields),
      id: added.id,
      revision: 1,
      groupCountAtEnd: null,
    })
    expect(await rows.write((tx) => tx.exhibitions.find(added.id))).toEqual(added)
    const last = await add('class-7b')
    expect((await rows.write((tx) => tx.exhibitions.all())).map(({ id }) => id)).toEqual([last.id, added.id, 1])
  })

  it('have different slugs, also those of deleted ones that keep theirs', async () => {
    const { id } = await add('once')
    expect(await rows.write((tx) => tx.exhibitions.add(anExhibition('once')))).toBeUndefined()
    await rows.write((tx) => tx.exhibitions.remove(id, { keepsSlug: true }))
    expect(await rows.write((tx) => tx.exhibitions.find(id))).toBeUndefined()
    expect(await rows.write((tx) => tx.exhibitions.add(anExhibition('once')))).toBeUndefined()
    const { id: other } = await add('again')
    await rows.write((tx) => tx.exhibitions.remove(other, { keepsSlug: false }))
    expect((await add('again')).id).toBeGreaterThan(other)
  })

  it('have another revision after every change', async () => {
    const seen = [await revision()]
    const { id } = await add('revised')
    seen.push(await revision())
    await rows.write(async (tx) => {
      const locked = await tx.exhibitions.lock(id)
      if (locked) await tx.exhibitions.update({ ...locked, name: 'Other' })
    })
    seen.push(await revision())
    expect(await rows.database.exhibitions.find(id)).toMatchObject({ name: 'Other', revision: 2 })
    await rows.write((tx) => tx.exhibitions.remove(id, { keepsSlug: false }))
    await add('revised-again')
    seen.push(await revision())
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('have their own groups in their feed', async () => {
    const [{ id }, { id: other }] = [await add('fed'), await add('fed-too')]
    const shown = { isApproved: true, uploadDate: '2026-01-01T00:00:00.000Z' }
    const [mine, theirs, ended] = [
      aGroup({ ...shown, exhibitionId: id }),
      aGroup({ ...shown, exhibitionId: other }),
      aGroup({ ...shown, exhibitionId: id, isExhibitionEnded: true }),
    ]
    const all = [mine, theirs, ended].map(({ groupId }) => groupId)
    await rows.write(async (tx) => {
      for (const group of [mine, theirs, ended]) {
        await tx.groups.insert(group)
        await tx.images.insert([anImage(group.groupId)])
      }
    })
    const { groups } = rows.database
    const idsOf = (found: readonly { groupId: string }[]) => found.map(({ groupId }) => groupId)
    expect(idsOf(await groups.publishedPlaces(undefined, 10, id))).toEqual([mine.groupId])
    expect(idsOf((await groups.published(all, id)).map(({ group }) => group))).toEqual([mine.groupId])
    expect(idsOf((await groups.published(all)).map(({ group }) => group)).sort()).toEqual(
      [mine.groupId, theirs.groupId].sort(),
    )
  })

  it('count their groups and images', async () => {
    const { id } = await add('counted')
    expect(await rows.write((tx) => tx.exhibitions.holdsGroups(id))).toBe(false)
    const [pending, approved] = [aGroup({ exhibitionId: id }), aGroup({ exhibitionId: id, isApproved: true })]
    await rows.write(async (tx) => {
      for (const group of [pending, approved]) {
        await tx.groups.insert(group)
        await tx.images.insert([anImage(group.groupId), anImage(group.groupId, { uploadOrder: 2 })])
      }
    })
    expect(await rows.write((tx) => tx.exhibitions.counts())).toContainEqual({
      id,
      pending: 1,
      approved: 1,
      images: 4,
    })
    expect(await rows.write((tx) => tx.exhibitions.holdsGroups(id))).toBe(true)
  })

  it('name those whose groups the end has not reached, and those that go on', async () => {
    const [{ id }, { id: other }] = [await add('ending'), await add('going-on')]
    await rows.write(async (tx) => {
      for (const groupId of ['end-a', 'end-b', 'end-c']) {
        await tx.groups.insert(aGroup({ groupId, exhibitionId: id, isExhibitionEnded: groupId === 'end-c' }))
      }
    })
    const { exhibitions } = rows.database
    const relevant = async (endedIds: readonly number[]) =>
      (await exhibitions.toMark(endedIds)).filter((each) => [id, other].includes(each)).toSorted((x, y) => x - y)
    expect(await relevant([])).toEqual([id])
    expect(await relevant([id, other])).toEqual([id, other])
    await rows.write((tx) => tx.exhibitions.setGroupCountAtEnd(other, 0))
    expect(await relevant([id, other])).toEqual([id])
    expect(await relevant([id])).toEqual([id, other])
    expect((await exhibitions.find(other))?.revision).toBe(1)
    expect(await exhibitions.groupIds(id, { isExhibitionEnded: false, limit: 1 })).toEqual(['end-a'])
    expect(await exhibitions.groupIds(id, { isExhibitionEnded: true, limit: 9 })).toEqual(['end-c'])
    expect(await rows.write((tx) => tx.exhibitions.groupCount(id))).toBe(3)
    await rows.write((tx) => tx.exhibitions.groupIds(id, { isExhibitionEnded: true, limit: 9 }))
    await rows.write((tx) => tx.exhibitions.toMark([]))
  })
})
