import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'
import { aGroup, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const given = '2024-05-01T10:00:00.000Z'
const revokedAt = '2024-06-01T10:00:00.000Z'
const deletedAt = '2024-07-01T10:00:00.000Z'
const ada = { at: deletedAt, username: 'ada' }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const newestFirst = (a: Takedown, b: Takedown): number =>
  compare(b.revokedTimestamp ?? '', a.revokedTimestamp ?? '') ||
  compare(a.groupId, b.groupId) ||
  a.platformId - b.platformId

describe.each(await testDatabases())('takedowns on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('takedowns')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  /** A group with revoked and valid consents, by platform. */
  async function group(revoked: number[], live: number[] = [], revokedTimestamp = revokedAt) {
    const made = aGroup({ title: 'A stool' })
    await rows.write(async (tx) => {
      await tx.groups.insert(made)
      for (const platformId of [...revoked, ...live]) {
        const isRevoked = revoked.includes(platformId)
        const timestamps = { consentTimestamp: given, revokedTimestamp: isRevoked ? revokedTimestamp : null }
        await tx.consents.put(made.groupId, { platformId, consented: true, revoked: isRevoked, ...timestamps })
      }
    })
    return made.groupId
  }
  const post = (groupId: string, platformId: number, url: string, imageIds: number[] = []) =>
    rows.write((tx) => tx.takedowns.addPosting({ groupId, platformId, url, imageIds, postedAt: given }))
  const list = (filter: TakedownFilter) => rows.write((tx) => tx.takedowns.list(filter))
  const find = (takedownId: string) => rows.write((tx) => tx.takedowns.find(takedownId, 'all'))
  const mark = (takedownId = '', by: typeof ada | null = ada) => rows.write((tx) => tx.takedowns.mark(takedownId, by))
  const deleteGroup = (groupId: string, live = true) =>
    rows.write(async (tx) => {
      await tx.takedowns.outliveGroup(groupId, { at: deletedAt, live })
      await tx.groups.remove(groupId)
    })

  it('are created for a revoked consent, confirmed once and opened again', async () => {
    const groupId = await group([1], [2])
    const [takedown] = await list({ scope: 'all', groupId })
    expect(takedown).toMatchObject({ groupId, title: 'A stool', platformId: 1, platformName: 'facebook' })
    expect(takedown).toMatchObject({ reason: 'revoked', url: null, revokedTimestamp: revokedAt, takenDown: null })
    await mark(takedown?.takedownId)
    await mark(takedown?.takedownId, { at: given, username: 'grace' })
    expect(await list({ scope: 'all', groupId, done: true })).toMatchObject([
      { takenDown: { at: deletedAt, by: 'ada' } },
    ])
    expect(await list({ scope: 'all', groupId, done: false })).toEqual([])
    await mark(takedown?.takedownId, null)
    expect(await list({ scope: 'all', groupId, done: true })).toEqual([])
  })

  it('exist for our own website only where search engines may keep its photos, or a post was recorded (D90)', async () => {
    const website = 4
    const [quiet, posted, kept] = [await group([website]), await group([website]), await group([], [website])]
    await post(posted, website, 'https://a.example/own')
    expect(await list({ scope: 'all', groupId: quiet })).toEqual([])
    expect(await list({ scope: 'all', groupId: posted })).toMatchObject([
      { url: 'https://a.example/own', takenDown: null },
    ])
    for (const each of [quiet, kept]) await deleteGroup(each)
    expect([
      ...(await list({ scope: 'all', groupId: quiet })),
      ...(await list({ scope: 'all', groupId: kept })),
    ]).toEqual([])
    const settings = { galleryIndexed: { before: null, after: true } }
    await rows.write((tx) => tx.settings.apply({ at: given, by: 'ada', settings }))
    const [later, gone] = [await group([website]), await group([], [website])]
    await deleteGroup(gone)
    expect(await list({ scope: 'all', groupId: later })).toMatchObject([{ platformName: 'website', takenDown: null }])
    expect(await list({ scope: 'all', groupId: gone })).toMatchObject([{ platformName: 'website', reason: 'deleted' }])
  })

  it('are created for each posting of a revoked consent, and confirmed separately', async () => {
    const groupId = await group([1], [2])
    await post(groupId, 1, 'https://a.example/1')
    await post(groupId, 1, 'https://a.example/2')
    await post(groupId, 2, 'https://b.example/live')
    expect((await rows.write((tx) => tx.takedowns.postings(groupId))).map(({ url }) => url)).toHaveLength(3)
    const groupIds = [groupId, await group([], [1])]
    const onFirst = await rows.write((tx) => tx.takedowns.postingsOf(groupIds, 1))
    expect(onFirst.map(({ url }) => url)).toEqual(['https://a.example/1', 'https://a.example/2'])
    expect(await rows.database.takedowns.postingsOf([], 1)).toEqual([])
    const [first, second] = await list({ scope: 'all', groupId })
    expect([first?.url, second?.url]).toEqual(['https://a.example/1', 'https://a.example/2'])
    await mark(second?.takedownId)
    expect((await list({ scope: 'all', groupId, done: true })).map(({ url }) => url)).toEqual(['https://a.example/2'])
  })

  it('are found by their id, and listed in pages with the others', async () => {
    const groupIds = await Promise.all(Array.from({ length: 3 }, () => group([1, 2])))
    const [groupId = ''] = groupIds
    await post(groupId, 1, 'https://a.example/1')
    await post(groupId, 1, 'https://a.example/2')
    await deleteGroup(groupIds[1] ?? '')
    const all = await list({ scope: 'all' })
    const walked = (await rows.write((tx) => Array.fromAsync(tx.takedowns.walk({ scope: 'all' })))).flat()
    expect(walked.map(({ takedownId }) => takedownId).sort()).toEqual(all.map(({ takedownId }) => takedownId).sort())
    for (const takedown of all) expect(await find(takedown.takedownId)).toEqual(takedown)
    for (const unknown of ['', 'posting.999', 'order.999', 'consent.none.1', 'what.1']) {
      expect(await find(unknown)).toBeUndefined()
    }
  })

  it('are listed newest first, including those of deleted groups', async () => {
    const day = (index: number) => `2023-01-${String(1 + (index % 9)).padStart(2, '0')}T10:00:00.000Z`
    for (let index = 0; index < 150; index++) {
      const groupId = await group([1, 2, 3], [], day(index))
      if (index % 2 === 0) await deleteGroup(groupId)
    }
    const walked = await Array.fromAsync(rows.database.takedowns.walk({ scope: 'all' }))
    const all = walked.flat()
    expect(all.toSorted(newestFirst)).toEqual(all)
    const ofThen = all.filter(({ revokedTimestamp }) => revokedTimestamp?.startsWith('2023'))
    expect(new Set(ofThen.map(({ takedownId }) => takedownId)).size).toBe(450)
    expect(Math.max(...walked.map((part) => part.length))).toBeLessThanOrEqual(400)
  })

  it('are counted while they are open', async () => {
    const before = await rows.database.takedowns.openBefore('2022-01-01T00:00:00.000Z')
    expect(before).toEqual({ count: 0, oldestAt: null })
    const early = (day: number) => `2021-03-0${day}T10:00:00.000Z`
    const posted = await group([1], [], early(3))
    await post(posted, 1, 'https://a.example/1')
    await post(posted, 1, 'https://a.example/2')
    await deleteGroup(await group([1], [], early(2)))
    const [done] = await list({ scope: 'all', groupId: await group([1], [], early(1)) })
    const openBefore = () => rows.write((tx) => tx.takedowns.openBefore('2022-01-01T00:00:00.000Z'))
    expect(await openBefore()).toEqual({ count: 4, oldestAt: early(1) })
    await mark(done?.takedownId)
    expect(await openBefore()).toEqual({ count: 3, oldestAt: early(2) })
    expect(await rows.database.takedowns.openBefore(early(3))).toEqual({ count: 1, oldestAt: early(2) })
  })

  it('outlive their group, without its name and title', async () => {
    const groupId = await group([1, 3], [2])
    await post(groupId, 2, 'https://b.example/live')
    const [, done] = await list({ scope: 'all', groupId })
    await mark(done?.takedownId)
    await deleteGroup(groupId)
    const left = await list({ scope: 'all', groupId })
    expect(left).toMatchObject([
      { platformId: 2, reason: 'deleted', url: 'https://b.example/live', revokedTimestamp: deletedAt },
      { platformId: 1, reason: 'revoked', url: null, revokedTimestamp: revokedAt },
    ])
    for (const { groupName, title } of left) expect([groupName, title]).toEqual([null, null])
    expect(await rows.database.takedowns.postings(groupId)).toEqual([])
    await mark(left[0]?.takedownId)
    expect(await list({ scope: 'all', groupId, done: true })).toMatchObject([
      { platformId: 2, takenDown: { by: 'ada' } },
    ])
  })

  it('are not created for valid consents of a group that the cleanup deletes', async () => {
    const groupId = await group([], [1])
    await deleteGroup(groupId, false)
    expect(await list({ scope: 'all', groupId })).toEqual([])
  })

  it('are created for the posts of a deleted image', async () => {
    const groupId = await group([], [1])
    await post(groupId, 1, 'https://a.example/one', [7])
    await post(groupId, 1, 'https://a.example/other', [8])
    await rows.write((tx) => tx.takedowns.orderForImage(groupId, { imageId: 7, at: deletedAt }))
    expect(await list({ scope: 'all', groupId })).toMatchObject([{ url: 'https://a.example/one', reason: 'deleted' }])
  })

  it('ignores unknown ids', async () => {
    for (const id of ['', 'consent', 'consent.unknown.1', 'posting.999', 'order.1e3', 'other.1']) await mark(id)
  })
})
