import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody, ErrorCode } from '#contract/operation/errors.ts'
import type { Group } from '#server/domain/group.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { type ReplyTo, refused, replyTo } from '#tests/support/ask.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

describe('listAdminGroups by status, search and deadline', () => {
  let service: TestApp
  let titles: (query: string) => Promise<(string | null)[]>
  let counts: () => Promise<unknown>
  beforeAll(async () => {
    service = await startApp()
    const session = await loginAsAdmin(service)
    const firstApprovedAt = '2026-01-05T00:00:00.000Z'
    await seedGroups(service.app.deps.database, [
      { title: 'Approved once', firstApprovedAt, changesSinceApproval: ['update_metadata'] },
      { title: 'Öl auf Holz', name: 'ÖZLEM' },
      { title: '100 % Ahorn', name: 'élise' },
      { title: 'On display', isApproved: true },
      { title: 'On display, changed', isApproved: true, changesSinceApproval: ['reorder_images'] },
    ])
    titles = async (query) => {
      const response = await session.fetch(`/api/admin/groups?${query}`)
      expect(response.status).toBe(200)
      return (await replyTo('listAdminGroups', response)).groups.map(({ title }) => title)
    }
    counts = async () => (await session.fetch('/api/admin/groups/counts')).json()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('counts pending, approved and changed groups', async () => {
    expect(await counts()).toEqual({ success: true, pending: 3, approved: 2, changed: 2, countedAt: null })
  })

  it('lists the groups that are deleted next first, and those that stay last', async () => {
    expect(await titles('status=pending&order=deadline')).toEqual(['Öl auf Holz', '100 % Ahorn', 'Approved once'])
  })

  it('lists groups changed since their approval, approved or not', async () => {
    expect(await titles('status=changed')).toEqual(['On display, changed', 'Approved once'])
  })

  it.each([
    ['öl AUF', ['Öl auf Holz']],
    ['özlem', ['Öl auf Holz']],
    ['Élise', ['100 % Ahorn']],
    ['100 %', ['100 % Ahorn']],
    ['%', ['100 % Ahorn']],
    ['_l auf', []],
    ['  ', 5],
    ['display', ['On display, changed', 'On display']],
  ])('finds %j in titles and names', async (search, found) => {
    const answer = await titles(new URLSearchParams({ search }).toString())
    expect(typeof found === 'number' ? answer.length : answer).toEqual(found)
  })

  it('refuses an unknown order', async () => {
    const session = await loginAsAdmin(service)
    expect((await session.fetch('/api/admin/groups?order=oldest')).status).toBe(400)
  })
})

describe('listAdminGroups', () => {
  let list: (query?: string) => Promise<ReplyTo<'listAdminGroups'>>
  let refuse: (query: string, code: ErrorCode) => Promise<ErrorBody>
  let service: TestApp
  let groups: Group[]
  beforeAll(async () => {
    service = await startApp()
    const session = await loginAsAdmin(service)
    groups = await seedGroups(service.app.deps.database, [
      { displayInWorkshop: false, images: 7 },
      { platformIds: [1], isApproved: true },
      { displayInWorkshop: false, platformIds: [2], revokedIds: [1] },
      { displayInWorkshop: false, platformIds: [1, 3], isApproved: true },
    ])
    list = async (query = '') => replyTo('listAdminGroups', await session.fetch(`/api/admin/groups${query}`))
    refuse = (query, code) => refused(session.fetch(`/api/admin/groups${query}`), 400, code)
  })
  afterAll(() => service[Symbol.asyncDispose]())
  /** Positions in `groups` of the listed groups. */
  const found = async (query: string) =>
    (await list(query)).groups.map(({ groupId }) => groups.findIndex((group) => group.groupId === groupId))

  it('lists all groups with their fields, newest first', async () => {
    const answer = await list()
    expect(answer).toMatchObject({ success: true, totalCount: 4 })
    expect(answer.groups.map(({ groupId }) => groupId)).toEqual(groups.map(({ groupId }) => groupId).reverse())
    expect(answer.groups[1]).toMatchObject({
      groupName: 'Name 2',
      name: 'Name 2',
      isApproved: false,
      imageCount: 1,
      display_in_workshop: false,
      changedSinceApproval: false,
      changesSinceApproval: [],
      socialMediaConsents: [
        { platformId: 1, platformName: 'facebook', consented: true, revoked: true },
        { platformId: 2, platformName: 'instagram', displayName: 'Instagram', consented: true, revoked: false },
      ],
    })
    expect(answer.groups[1]).not.toHaveProperty('images')
    expect(JSON.stringify(answer)).not.toContain(groups[1]?.managementToken)
  })

  it('counts all images and shows the previews of the first five in their order', async () => {
    const [group] = (await list('?limit=1&offset=3')).groups
    const images = await service.app.deps.database.images.ofGroup(groups[0]?.groupId ?? '')
    expect(group?.imageCount).toBe(7)
    expect(group?.previewPaths).toEqual(images.slice(0, 5).map(({ previewName }) => `/previews/${previewName}`))
  })

  it('has the captions of those photos, their published captions, and whether they are hidden', async () => {
    const [group] = (await list('?limit=1&offset=3')).groups
    const [first, second] = await service.app.deps.database.images.ofGroup(group?.groupId ?? '')
    const { groupId = '' } = group ?? {}
    await service.app.deps.database.transaction(async (tx) => {
      await tx.images.describe(groupId, new Map([[first?.id ?? 0, { imageDescription: 'Waiting' }]]))
      await tx.images.setHidden({ groupId, id: second?.id ?? 0 }, { hiddenReason: 'moderator', moderationNote: null })
    })
    const [now] = (await list('?limit=1&offset=3')).groups
    expect(now?.previews.slice(0, 3)).toEqual([
      expect.objectContaining({
        imageId: first?.id,
        imageDescription: 'Waiting',
        publishedDescription: null,
        hidden: false,
      }),
      expect.objectContaining({ imageId: second?.id, hidden: true }),
      expect.objectContaining({ previewPath: group?.previewPaths[2], hidden: false }),
    ])
  })

  it('has the deletion date of a group that was never approved', async () => {
    const [approved, pending] = (await list('?limit=2')).groups
    expect(approved?.deletionDate).toBe(null)
    expect(Date.parse(pending?.deletionDate ?? '')).toBeGreaterThan(0)
  })

  it.each([
    ['?workshopOnly=true', [1]],
    ['?workshopOnly=false', [3, 2, 1, 0]],
    ['?platform=facebook', [3, 1]],
    ['?platform=Facebook', [3, 1]],
    ['?platform=2', [2]],
    ['?consents=workshop', [1]],
    ['?consents=workshop,instagram', [2, 1]],
    ['?consents=tiktok,%20instagram', [3, 2]],
    ['?consents=instagram&platform=tiktok&workshopOnly=true', [3, 2, 1]],
    ['?consents=', [3, 2, 1, 0]],
    ['?status=pending', [2, 0]],
    ['?status=approved', [3, 1]],
    ['?status=approved&platform=tiktok&workshopOnly=true', [3, 1]],
    ['?status=pending&platform=facebook', []],
  ])('%s: consents combine with OR, the status with AND, revoked is not consented', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    expect(await list(query)).toMatchObject({ totalCount: expected.length })
  })

  it('pages by limit and offset and counts all matches', async () => {
    expect(await found('?limit=2')).toEqual([3, 2])
    expect(await found('?limit=2&offset=2')).toEqual([1, 0])
    expect(await found('?offset=3')).toEqual([0])
    expect(await found('?status=approved&limit=1&offset=1')).toEqual([1])
    expect(await list('?status=approved&limit=1&offset=9')).toMatchObject({ groups: [], totalCount: 2 })
  })

  it('updates the count after every change', async () => {
    const counts = async () =>
      Promise.all(['', '?status=approved', '?workshopOnly=true'].map(async (query) => (await list(query)).totalCount))
    expect(await counts()).toEqual([4, 2, 1])
    const { database } = service.app.deps
    const [added] = await seedGroups(database, [{ uploadDate: '2020-01-01T00:00:00.000Z' }])
    expect(await counts()).toEqual([5, 2, 2])
    const groupId = added?.groupId ?? ''
    await database.transaction((tx) => tx.groups.update(groupId, { isApproved: true }))
    expect(await counts()).toEqual([5, 3, 2])
    await database.transaction((tx) => tx.groups.remove(groupId))
    expect(await counts()).toEqual([4, 2, 1])
  })

  it('repeats the parsed parameters', async () => {
    expect((await list()).filters).toEqual({
      consents: null,
      workshopOnly: null,
      platform: null,
      status: null,
      search: null,
      alikeTo: null,
      order: null,
      limit: null,
      offset: null,
    })
    const query =
      '?consents=workshop,tiktok&workshopOnly=false&platform=1&status=pending&search=a&order=deadline&limit=5&offset=0'
    expect((await list(query)).filters).toEqual({
      consents: ['workshop', 'tiktok'],
      workshopOnly: false,
      platform: '1',
      status: 'pending',
      search: 'a',
      alikeTo: null,
      order: 'deadline',
      limit: 5,
      offset: 0,
    })
  })

  it.each<[string, ErrorCode]>([
    ['?platform=myspace', 'UNKNOWN_PLATFORM'],
    ['?platform=99', 'UNKNOWN_PLATFORM'],
    ['?platform=', 'UNKNOWN_PLATFORM'],
    ['?consents=workshop,myspace', 'UNKNOWN_PLATFORM'],
    ['?workshopOnly=yes', 'INVALID_PARAMETER'],
    ['?workshopOnly=1', 'INVALID_PARAMETER'],
    ['?workshopOnly=', 'INVALID_PARAMETER'],
    ['?workshopOnly=true&workshopOnly=true', 'INVALID_PARAMETER'],
    ['?status=deleted', 'INVALID_PARAMETER'],
    ['?limit=0', 'INVALID_PARAMETER'],
    ['?limit=1001', 'INVALID_PARAMETER'],
    ['?limit=ten', 'INVALID_PARAMETER'],
    ['?offset=-1', 'INVALID_PARAMETER'],
    ['?offset=1e20', 'INVALID_PARAMETER'],
  ])('400 for %s', async (query, code) => {
    const { message } = await refuse(query, code)
    expect(message).toMatch(code === 'UNKNOWN_PLATFORM' ? /platform/ : /workshopOnly|status|limit|offset/)
  })
})
