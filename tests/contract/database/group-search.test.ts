import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Group } from '#server/domain/group.ts'
import { fillSearch } from '#server/jobs/fill-gaps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { testEngines } from '#tests/support/servers/engines.ts'
import { aGroup, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('the search on %s', (_engine, open) => {
  let rows: TestDatabase
  let vase: Group
  let ids: Map<string, string>
  const add = async (fields: Partial<Group>, image: Parameters<typeof anImage>[1] = {}) => {
    const group = aGroup({ name: null, ...fields })
    await rows.write(async (tx) => {
      await tx.groups.insert(group)
      await tx.images.insert([anImage(group.groupId, image)])
    })
    return group
  }
  beforeAll(async () => {
    rows = await open()
    vase = await add(
      { title: 'Blumenvase', name: 'Jürgen Müller', description: 'Aus der Straße nebenan', year: 1987 },
      { imageDescription: 'Glasur: Çini', exifCameraModel: 'Canon EOS 5D', originalName: 'IMG_0042.JPG' },
    )
    const others = [
      await add({ title: '100 % "Ahorn"', name: 'Łucja' }),
      await add({ title: 'Київ', name: 'K-7', description: 'bo wl' }),
      await add({ title: 'It\'s * OR "NEAR(" vase', name: 'בית' }),
    ]
    ids = new Map([vase, ...others].map((group, index) => [group.groupId, 'abcd'[index] ?? '']))
  })
  afterAll(() => rows[Symbol.asyncDispose]())

  const found = async (search: string, filter: Partial<GroupFilter> = {}) => {
    const { moderation } = rows.database
    const groups = await moderation.groups({ scope: 'all', search, ...filter })
    expect(await moderation.countGroups({ scope: 'all', search, ...filter })).toBe(groups.length)
    return groups
      .map(({ group }) => ids.get(group.groupId))
      .toSorted()
      .join('')
  }

  it.each([
    ['muller', 'a'],
    ['MÜLLER', 'a'],
    ['mu\u0308ller', 'a'],
    ['strasse', 'a'],
    ['STRASSE', 'a'],
    ['straße', 'a'],
    ['ürge', 'a'],
    ['vase', 'ad'],
    ['vase muller', 'a'],
    ['vase ahorn', ''],
    ['vase jurgen muller 1987', 'a'],
    ['cini', 'a'],
    ['eos 5d', 'a'],
    ['img_0042', 'a'],
    ['0042.jpg', 'a'],
    ['1987', 'a'],
    ['vase jurgen', 'a'],
    ['"vase jurgen"', ''],
    ['%', 'b'],
    ['100 %', 'b'],
    ['"ahorn"', 'b'],
    ['"', ''],
    ['lucja', 'b'],
    ['lu', 'b'],
    ['uc', ''],
    ['київ', 'c'],
    ['КИЇВ', 'c'],
    ['k-7', 'c'],
    ['bo', 'c'],
    ['bowl', ''],
    ['near(', 'd'],
    ['*', 'd'],
    ["it's", 'd'],
    ['בית', 'd'],
    ['_mg', ''],
    ['\0', ''],
    ['\\', ''],
    ['   ', ''],
    ['😀', ''],
  ])('finds for %j the groups %j', async (search, groups) => {
    expect(await found(search)).toBe(groups)
  })

  it('finds a group by its id and by parts of it', async () => {
    expect(await found(vase.groupId)).toBe('a')
    expect(await found(vase.groupId.slice(4, 20).toUpperCase())).toBe('a')
  })

  it('finds a group by the name of a file', async () => {
    const [image] = await rows.database.images.ofGroup(vase.groupId)
    expect(await found(image?.fileName ?? '')).toBe('a')
  })

  it('combines with the other filters', async () => {
    expect(await found('vase', { scope: 'all', approved: true })).toBe('')
    expect(await found('vase', { scope: 'all', year: 1987 })).toBe('a')
  })

  it('follows every change in its transaction', async () => {
    const group = await add({ title: 'Teapot' })
    ids.set(group.groupId, 'z')
    await rows.write((tx) => tx.groups.update(group.groupId, { title: 'Kettle' }))
    expect([await found('teapot'), await found('kettle')]).toEqual(['', 'z'])
    const [image] = await rows.database.images.ofGroup(group.groupId)
    await rows.write((tx) =>
      tx.images.describe(group.groupId, new Map([[image?.id ?? 0, { imageDescription: 'Enamel' }]])),
    )
    expect(await found('enamel kettle')).toBe('z')
    await expect(
      rows.database.transaction(async (tx) => {
        await tx.groups.update(group.groupId, { title: 'Lost' })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect([await found('lost'), await found('kettle')]).toEqual(['', 'z'])
    await rows.write((tx) => tx.groups.remove(group.groupId))
    expect(await found('kettle')).toBe('')
  })

  it('forgets all groups at once and follows those that come later', async () => {
    await rows.write((tx) => tx.transfer.removeAll())
    expect([await found('vase'), await found('ahorn')]).toEqual(['', ''])
    const group = await add({ title: 'Vase' })
    ids.set(group.groupId, 'y')
    expect(await found('vase')).toBe('y')
    await rows.write((tx) => tx.groups.remove(group.groupId))
    expect(await found('vase')).toBe('')
  })
})

describe.each(await testEngines())('the search on %s', (_engine, newPlace) => {
  it('is filled with existing groups', async () => {
    await using place = await newPlace()
    const engine = place.open()
    await using database = await openDatabase(engine)
    await seedGroups(
      database,
      Array.from({ length: 120 }, () => ({ title: 'Older' })),
    )
    await engine.db.deleteFrom('group_search').execute()
    const count = () => database.moderation.countGroups({ scope: 'all', search: 'older' })
    expect(await count()).toBe(0)
    await fillSearch({ database }, new AbortController().signal)
    expect(await count()).toBe(120)
    await fillSearch({ database }, new AbortController().signal)
    expect(await count()).toBe(120)
  })

  it('counts up to 1,000 and lists all', async () => {
    await using place = await newPlace()
    await using database = await openDatabase(place.open())
    const groups = await seedGroups(
      database,
      Array.from({ length: 1_003 }, (_, index) => ({ title: 'Common', isApproved: index < 5 })),
    )
    const { moderation } = database
    expect(await moderation.countGroups({ scope: 'all', search: 'common' })).toBe(1_000)
    expect(await moderation.countGroups({ scope: 'all', search: 'common', approved: true })).toBe(5)
    expect(await moderation.countGroups({ scope: 'all', search: 'common', approved: false })).toBe(998)
    const newest = groups.toReversed().map(({ groupId }) => groupId)
    const listed = async (...page: Parameters<typeof moderation.groups>) =>
      (await moderation.groups(...page)).map(({ group }) => group.groupId)
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 3, offset: 2 })).toEqual(newest.slice(2, 5))
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 5, offset: 997 })).toEqual(
      newest.slice(997, 1_002),
    )
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 5, offset: 1_001 })).toEqual(newest.slice(1_001))
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 5, offset: 1_003 })).toEqual([])
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 2, after: groups[2] })).toEqual(newest.slice(-2))
    const never = groups.slice(5).map(({ groupId }) => groupId)
    expect(await listed({ scope: 'all', search: 'common' }, { limit: 2, offset: 997, order: 'deadline' })).toEqual([
      ...never.slice(997),
      groups[0]?.groupId,
    ])
    expect(await listed({ scope: 'all', search: 'common', approved: true }, { limit: 3 })).toEqual(newest.slice(-5, -2))
    expect(await listed({ scope: 'all', search: 'common' })).toEqual(newest)
  })
})
