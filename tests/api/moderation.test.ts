import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminGroup, AdminGroupSummary } from '#contract/shapes.ts'
import type { Group } from '#server/domain/group.ts'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/make-image.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

interface Failure {
  code: string
  message: string
  details?: Record<string, unknown>
}

async function ask<T>(path: string, init?: Parameters<Session['fetch']>[1]): Promise<T> {
  const response = await admin.fetch(path, init)
  const body = await response.json()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  return body as T
}

async function refused(path: string, init: Parameters<Session['fetch']>[1], status: number, code: string) {
  const response = await admin.fetch(path, init)
  const body = (await response.json()) as Failure
  expect(body).toMatchObject({ success: false, code })
  expect(response.status).toBe(status)
  return body
}

const groupPath = (groupId: string, below = '') => `/api/admin/groups/${groupId}${below}`
const get = (groupId: string) => ask<AdminGroup>(groupPath(groupId))
const stored = (groupId: string) => app.app.deps.database.groups.find(groupId)
const isPublic = async (groupId: string) => (await app.fetch(`/api/groups/${groupId}`)).status === 200

const approve = (groupId: string, json?: unknown) =>
  ask<{ isApproved: boolean }>(groupPath(groupId, '/approve'), { method: 'PATCH', json })

const by = 'owner'

const threeImages = async () => ({
  files: await Promise.all(
    ['red', 'green', 'blue'].map(async (colour) => ({ name: `${colour}.jpg`, bytes: await makeImage({ colour }) })),
  ),
})

describe('the queue of the moderators', () => {
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
      return ((await response.json()) as { groups: AdminGroupSummary[] }).groups.map(({ title }) => title)
    }
    counts = async () => (await session.fetch('/api/admin/groups/counts')).json()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('counts pending, approved and changed groups', async () => {
    expect(await counts()).toEqual({ success: true, pending: 3, approved: 2, changed: 2 })
  })

  it('has what is deleted next first and what stays last', async () => {
    expect(await titles('status=pending&order=deadline')).toEqual(['Öl auf Holz', '100 % Ahorn', 'Approved once'])
  })

  it('lists what changed since its approval, approved or not', async () => {
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
  interface List {
    groups: AdminGroupSummary[]
    totalCount: number
    filters: Record<string, unknown>
  }
  let list: (query?: string) => Promise<List>
  let refuse: (query: string, code: string) => Promise<Failure>
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
    list = async (query = '') => (await session.fetch(`/api/admin/groups${query}`)).json() as Promise<List>
    refuse = async (query, code) => {
      const response = await session.fetch(`/api/admin/groups${query}`)
      const body = (await response.json()) as Failure
      expect({ status: response.status, code: body.code }).toEqual({ status: 400, code })
      return body
    }
  })
  afterAll(() => service[Symbol.asyncDispose]())
  /** Positions in `groups` of what the list answers. */
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

  it('tells when the cleanup deletes a group that was never approved', async () => {
    const [approved, pending] = (await list('?limit=2')).groups
    expect(approved?.deletionDate).toBe(null)
    expect(Date.parse(pending?.deletionDate ?? '')).toBeGreaterThan(0)
  })

  it.each([
    ['?workshopOnly=true', [1]],
    ['?workshopOnly=false', [3, 2, 1, 0]],
    ['?platform=facebook', [3, 1]],
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

  it('pages by limit and offset and counts all that match', async () => {
    expect(await found('?limit=2')).toEqual([3, 2])
    expect(await found('?limit=2&offset=2')).toEqual([1, 0])
    expect(await found('?offset=3')).toEqual([0])
    expect(await found('?status=approved&limit=1&offset=1')).toEqual([1])
    expect(await list('?status=approved&limit=1&offset=9')).toMatchObject({ groups: [], totalCount: 2 })
  })

  it('counts anew after every change', async () => {
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
      order: 'deadline',
      limit: 5,
      offset: 0,
    })
  })

  it.each([
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

describe('getAdminGroup', () => {
  it('shows a group that is not approved, with its images and consents', async () => {
    const socialMediaConsents = [{ platformId: 2, consented: true }]
    const group = await uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents } } })
    expect(await isPublic(group.groupId)).toBe(false)
    const shown = await get(group.groupId)
    expect(shown).toMatchObject({
      groupId: group.groupId,
      isApproved: false,
      images: [{ id: group.images[0]?.id, originalName: 'a.jpg', upload_order: 1 }],
      socialMediaConsents: [{ platformId: 2, consented: true, revoked: false }],
      changedSinceApproval: false,
      workshopRevokedTimestamp: null,
    })
    expect(shown.deletionDate).not.toBe(null)
    expect(JSON.stringify(shown)).not.toContain(group.managementToken)
  })

  it.each(['unknown', '%00', '%F0%9F%98%80', '..%2F', "'--", 'x'.repeat(500)])('404 for %s', async (groupId) => {
    await refused(groupPath(groupId), {}, 404, 'GROUP_NOT_FOUND')
    await refused(groupPath(groupId), { method: 'DELETE' }, 404, 'GROUP_NOT_FOUND')
  })
})

describe('editGroup', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(app, { parts: { metadata: { title: 'Old', name: 'Ada', description: 'Text' } } })
  })
  const edit = (json: unknown, groupId = group.groupId) => [groupPath(groupId), { method: 'PATCH', json }] as const

  it('changes what is given and keeps the approval', async () => {
    await approve(group.groupId)
    const answer = await ask(...edit({ year: 1999, title: ' New ', description: '' }))
    expect(answer).toMatchObject({ success: true, updatedFields: ['title', 'description', 'year'] })
    expect(await get(group.groupId)).toMatchObject({
      year: 1999,
      title: 'New',
      description: null,
      name: 'Ada',
      isApproved: true,
      changedSinceApproval: false,
    })
  })

  it('shows the change in public at once', async () => {
    await approve(group.groupId)
    await ask(...edit({ title: 'Now' }))
    expect(await (await app.fetch(`/api/groups/${group.groupId}`)).json()).toMatchObject({ title: 'Now' })
  })

  it.each([
    [{}, 'NO_FIELDS'],
    [{ unknown: 1 }, 'NO_FIELDS'],
    [{ year: 1799 }, 'INVALID_BODY'],
    [{ year: new Date().getFullYear() + 2 }, 'INVALID_BODY'],
    [{ year: 2000.5 }, 'INVALID_BODY'],
    [{ year: '2000' }, 'INVALID_BODY'],
    [{ year: null }, 'INVALID_BODY'],
    [{ title: 5 }, 'INVALID_BODY'],
    [{ title: null }, 'INVALID_BODY'],
    [[], 'INVALID_BODY'],
    [{ title: 'x'.repeat(201) }, 'TEXT_TOO_LONG'],
    [{ name: 'x'.repeat(101) }, 'TEXT_TOO_LONG'],
    [{ description: 'x'.repeat(2_001), title: 'New' }, 'TEXT_TOO_LONG'],
  ])('400 for %j, and nothing changes', async (body, code) => {
    await refused(...edit(body), 400, code)
    expect(await get(group.groupId)).toMatchObject({ title: 'Old', name: 'Ada', description: 'Text' })
  })

  it('400 for what is not JSON, 415 for another content type', async () => {
    const headers = { 'content-type': 'application/json' }
    await refused(groupPath(group.groupId), { method: 'PATCH', body: '{', headers }, 400, 'MALFORMED_JSON')
    const text = { 'content-type': 'text/plain' }
    const init = { method: 'PATCH', body: 'title=New', headers: text }
    await refused(groupPath(group.groupId), init, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('404 when the group is unknown', async () => {
    await refused(...edit({ title: 'New' }, 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})

describe('approveGroup', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(app)
  })
  const path = () => groupPath(group.groupId, '/approve')

  it.each([
    ['without a body', undefined],
    ['with an empty object', {}],
    ['with approved true', { approved: true }],
  ])('approves %s: the group is public', async (_, json) => {
    const { groupId } = group
    expect(await approve(groupId, json)).toMatchObject({ success: true, groupId, isApproved: true })
    expect(await isPublic(groupId)).toBe(true)
    expect(await get(groupId)).toMatchObject({ isApproved: true, deletionDate: null })
  })

  it('takes the approval back: the group is not public any more', async () => {
    await approve(group.groupId)
    expect(await approve(group.groupId, { approved: false })).toMatchObject({ isApproved: false })
    expect(await isPublic(group.groupId)).toBe(false)
    expect(await get(group.groupId)).toMatchObject({ isApproved: false })
  })

  it('keeps the time of the first approval', async () => {
    await approve(group.groupId)
    const first = (await stored(group.groupId))?.firstApprovedAt
    expect(first).toEqual(expect.any(String))
    await approve(group.groupId, { approved: false })
    await approve(group.groupId)
    expect((await stored(group.groupId))?.firstApprovedAt).toBe(first)
  })

  it.each([{ approved: 'true' }, { approved: 1 }, { approved: null }, [true], 'true'])('400 for %j', async (json) => {
    await refused(path(), { method: 'PATCH', json }, 400, 'INVALID_BODY')
    expect((await get(group.groupId)).isApproved).toBe(false)
  })

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'approves where no body comes with the content type %s',
    async (type) => {
      for (const body of [null, '']) {
        await approve(group.groupId, { approved: false })
        const response = await admin.fetch(path(), { method: 'PATCH', headers: { 'content-type': type }, body })
        expect(await response.json()).toMatchObject({ success: true, isApproved: true })
      }
    },
  )

  it('415 for a form, whatever it says', async () => {
    const body = new FormData()
    body.append('approved', 'false')
    await refused(path(), { method: 'PATCH', body }, 415, 'UNSUPPORTED_MEDIA_TYPE')
    expect((await get(group.groupId)).isApproved).toBe(false)
  })

  it('404 when the group is unknown', async () => {
    await refused(groupPath('unknown', '/approve'), { method: 'PATCH' }, 404, 'GROUP_NOT_FOUND')
  })
})

describe('changedSinceApproval', () => {
  const changes = async (groupId: string) => {
    const { changedSinceApproval, changesSinceApproval, isApproved } = await get(groupId)
    return { changedSinceApproval, changesSinceApproval, isApproved }
  }

  it('says what the owner changed after the approval, each kind once, until the next approval', async () => {
    const { deps } = app.app
    const group = await uploadGroup(app, await threeImages())
    const { groupId } = group
    const ids = group.images.map(({ id }) => id)
    const describe = (description: string) =>
      updateImageDescriptions(deps, { groupId, descriptions: [{ imageId: ids[0] ?? 0, description }], by })
    await approve(groupId)
    await describe('One')
    await describe('Two')
    await reorderImages(deps, { groupId, imageIds: ids.toReversed(), by })
    expect(await changes(groupId)).toEqual({
      changedSinceApproval: true,
      changesSinceApproval: ['update_descriptions', 'reorder_images'],
      isApproved: true,
    })
    await editMetadata(deps, { groupId, metadata: { title: 'Other' }, by })
    expect(await changes(groupId)).toMatchObject({ isApproved: false })
    await approve(groupId, { approved: false })
    expect((await changes(groupId)).changesSinceApproval).toContain('update_metadata')
    await approve(groupId)
    expect(await changes(groupId)).toEqual({
      changedSinceApproval: false,
      changesSinceApproval: [],
      isApproved: true,
    })
  })

  it('is false for a group never approved, and after what changed nothing', async () => {
    const { deps } = app.app
    const { groupId, images } = await uploadGroup(app)
    await editMetadata(deps, { groupId, metadata: { title: 'Other' }, by })
    expect(await changes(groupId)).toMatchObject({ changedSinceApproval: false })
    await approve(groupId)
    await reorderImages(deps, { groupId, imageIds: images.map(({ id }) => id), by })
    expect(await changes(groupId)).toMatchObject({ changedSinceApproval: false })
  })
})

describe('deleteGroup', () => {
  it('removes rows and files and writes the deletion log', async () => {
    const group = await uploadGroup(app)
    await approve(group.groupId)
    const { groupId } = group
    expect(await ask(groupPath(groupId), { method: 'DELETE' })).toMatchObject({ success: true, groupId })
    await refused(groupPath(groupId), {}, 404, 'GROUP_NOT_FOUND')
    expect(await isPublic(groupId)).toBe(false)
    expect((await app.fetch(group.images[0]?.filePath ?? '')).status).toBe(404)
    expect(await app.storedFiles()).not.toContain(group.images[0]?.fileName)
    const [entry] = await app.app.deps.database.deletionLog.latest(1)
    expect(entry).toMatchObject({ groupId, imageCount: 1, reason: 'admin_moderation_deletion' })
  })

  it('404 when the group is unknown or deleted already', async () => {
    const { groupId } = await uploadGroup(app)
    await ask(groupPath(groupId), { method: 'DELETE' })
    await refused(groupPath(groupId), { method: 'DELETE' }, 404, 'GROUP_NOT_FOUND')
  })
})

describe('deleteImage', () => {
  it('removes the image and its files and keeps the approval', async () => {
    const group = await uploadGroup(app, await threeImages())
    const [first, second, third] = group.images
    await approve(group.groupId)
    const path = groupPath(group.groupId, `/images/${second?.id}`)
    expect(await ask(path, { method: 'DELETE' })).toMatchObject({
      success: true,
      groupId: group.groupId,
      imageId: second?.id,
    })
    const after = await get(group.groupId)
    expect(after.images.map(({ id, upload_order }) => [id, upload_order])).toEqual([
      [first?.id, 1],
      [third?.id, 2],
    ])
    expect(after).toMatchObject({ isApproved: true, changedSinceApproval: false, imageCount: 2 })
    expect(await app.storedFiles()).not.toContain(second?.fileName)
  })

  it('400 for the last image', async () => {
    const group = await uploadGroup(app)
    const path = groupPath(group.groupId, `/images/${group.images[0]?.id}`)
    await refused(path, { method: 'DELETE' }, 400, 'LAST_IMAGE')
    expect((await get(group.groupId)).imageCount).toBe(1)
  })

  it('404 for an image that is unknown, of another group or no number', async () => {
    const group = await uploadGroup(app, await threeImages())
    const other = await uploadGroup(app)
    for (const id of ['999999', other.images[0]?.id, 'abc', '1.5', '-1', '99999999999999999999']) {
      await refused(groupPath(group.groupId, `/images/${id}`), { method: 'DELETE' }, 404, 'IMAGE_NOT_FOUND')
    }
    const path = groupPath('unknown', `/images/${other.images[0]?.id}`)
    await refused(path, { method: 'DELETE' }, 404, 'GROUP_NOT_FOUND')
    expect((await get(group.groupId)).imageCount).toBe(3)
  })
})

describe('editImageDescription', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(app, { parts: { descriptions: { 'a.jpg': 'Old' } } })
  })
  const imagePath = (id: unknown = group.images[0]?.id, groupId = group.groupId) => groupPath(groupId, `/images/${id}`)
  const patch = (image_description: unknown) => ({ method: 'PATCH', json: { image_description } })
  const description = async () => (await get(group.groupId)).images[0]?.imageDescription

  it('changes it and keeps the approval; an empty text removes it', async () => {
    await approve(group.groupId)
    const imageId = group.images[0]?.id
    const answer = await ask(imagePath(), patch(' New '))
    expect(answer).toMatchObject({ success: true, groupId: group.groupId, imageId, imageDescription: 'New' })
    expect(await description()).toBe('New')
    expect(await get(group.groupId)).toMatchObject({ isApproved: true, changedSinceApproval: false })
    expect(await ask(imagePath(), patch(''))).toMatchObject({ imageDescription: null })
    expect(await description()).toBe(null)
  })

  it('counts code points: 200 pass, 201 do not', async () => {
    await ask(imagePath(), patch('😀'.repeat(200)))
    const { message } = await refused(imagePath(), patch('😀'.repeat(201)), 400, 'TEXT_TOO_LONG')
    expect(message).toBe('image_description has 201 characters; at most 200 are allowed')
  })

  it.each([5, null, undefined])('400 for %j', async (value) => {
    await refused(imagePath(), patch(value), 400, 'INVALID_BODY')
    expect(await description()).toBe('Old')
  })

  it('404 for an unknown group, and for an image that is unknown, of another group or no number', async () => {
    const other = await uploadGroup(app)
    await refused(imagePath(1, 'unknown'), patch('New'), 404, 'GROUP_NOT_FOUND')
    for (const id of [999_999, other.images[0]?.id, 'abc', '1e3']) {
      await refused(imagePath(id), patch('New'), 404, 'IMAGE_NOT_FOUND')
    }
  })
})

describe('editImageDescriptions', () => {
  let group: UploadedGroup
  let ids: number[]
  beforeEach(async () => {
    group = await uploadGroup(app, await threeImages())
    ids = group.images.map(({ id }) => id)
  })
  const patch = (descriptions: unknown, groupId = group.groupId) =>
    [groupPath(groupId, '/images/batch-description'), { method: 'PATCH', json: { descriptions } }] as const
  const texts = async () => (await get(group.groupId)).images.map(({ imageDescription }) => imageDescription)

  it('changes several at once; the path is not taken for an image id', async () => {
    await approve(group.groupId)
    const answer = await ask(
      ...patch([
        { imageId: ids[0], description: 'One' },
        { imageId: ids[2], description: 'Three' },
      ]),
    )
    expect(answer).toMatchObject({ success: true, updatedCount: 2 })
    expect(await texts()).toEqual(['One', null, 'Three'])
    expect((await get(group.groupId)).isApproved).toBe(true)
  })

  it.each([
    ['a text over 200', (id: number) => [{ imageId: id, description: 'x'.repeat(201) }], 'TEXT_TOO_LONG'],
    ['an unknown image', () => [{ imageId: 999_999, description: 'x' }], 'UNKNOWN_IMAGE'],
    ['no entry', () => [], 'INVALID_BODY'],
    ['no list', () => 'x', 'INVALID_BODY'],
    ['an id as text', (id: number) => [{ imageId: String(id), description: 'x' }], 'INVALID_BODY'],
    ['an entry without a text', (id: number) => [{ imageId: id }], 'INVALID_BODY'],
  ])('400 for %s, and nothing changes', async (_, wrong, code) => {
    const entries = wrong(ids[1] ?? 0)
    const mixed =
      Array.isArray(entries) && entries.length > 0 ? [{ imageId: ids[0], description: 'One' }, ...entries] : entries
    await refused(...patch(mixed), 400, code)
    expect(await texts()).toEqual([null, null, null])
  })

  it('404 when the group is unknown', async () => {
    await refused(...patch([{ imageId: 1, description: 'x' }], 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})

describe.each([
  ['reorderImages', (groupId: string) => `/api/admin/${groupId}/reorder`],
  ['reorderGroupImages', (groupId: string) => groupPath(groupId, '/reorder')],
])('%s', (_, path) => {
  let group: UploadedGroup
  let ids: number[]
  beforeEach(async () => {
    group = await uploadGroup(app, await threeImages())
    ids = group.images.map(({ id }) => id)
  })
  const put = (imageIds: unknown) => ({ method: 'PUT', json: { imageIds } })

  it('gives the images a new order and keeps the approval', async () => {
    await approve(group.groupId)
    const imageIds = [ids[2], ids[0], ids[1]]
    const answer = await ask(path(group.groupId), put(imageIds))
    expect(answer).toMatchObject({ success: true, data: { groupId: group.groupId, imageIds } })
    const after = await get(group.groupId)
    expect(after.images.map(({ id }) => id)).toEqual(imageIds)
    expect(after.images.map(({ upload_order }) => upload_order)).toEqual([1, 2, 3])
    expect(after).toMatchObject({ isApproved: true, changedSinceApproval: false })
  })

  it.each([
    ['an image is missing', (all: number[]) => all.slice(1), 'INVALID_IMAGE_ORDER'],
    ['an image is there twice', (all: number[]) => [...all.slice(1), all[1]], 'INVALID_IMAGE_ORDER'],
    ['an image is unknown', (all: number[]) => [...all.slice(1), 999_999], 'INVALID_IMAGE_ORDER'],
    ['an image is too many', (all: number[]) => [...all, 999_999], 'INVALID_IMAGE_ORDER'],
    ['there is none', () => [], 'INVALID_IMAGE_ORDER'],
    ['ids are texts', (all: number[]) => all.map(String), 'INVALID_BODY'],
    ['it is no list', () => 5, 'INVALID_BODY'],
    ['it is left out', () => undefined, 'INVALID_BODY'],
  ])('400 when %s, and the order stays', async (_case, wrong, code) => {
    await refused(path(group.groupId), put(wrong(ids)), 400, code)
    expect((await get(group.groupId)).images.map(({ id }) => id)).toEqual(ids)
  })

  it('404 when the group is unknown', async () => {
    await refused(path('unknown'), put([1]), 404, 'GROUP_NOT_FOUND')
  })
})

describe('bulkModerate', () => {
  const bulk = (action: string, groupIds: unknown) =>
    ['/api/admin/groups/bulk', { method: 'POST', json: { action, groupIds } }] as const
  interface Results {
    message: string
    results: { groupId: string; ok: boolean; code?: string; message?: string }[]
  }

  it('approves, unapproves and deletes, with a result for each group in the order given', async () => {
    const groups = [await uploadGroup(app), await uploadGroup(app)]
    const [a, b] = groups.map(({ groupId }) => groupId) as [string, string]
    const approved = await ask<Results>(...bulk('approve', [b, 'unknown', a, b]))
    expect(approved.results).toEqual([
      { groupId: b, ok: true },
      { groupId: 'unknown', ok: false, code: 'GROUP_NOT_FOUND', message: expect.any(String) },
      { groupId: a, ok: true },
    ])
    expect([await isPublic(a), await isPublic(b)]).toEqual([true, true])
    await ask(...bulk('unapprove', [a]))
    expect([await isPublic(a), await isPublic(b)]).toEqual([false, true])
    const deleted = await ask<Results>(...bulk('delete', [a, 'unknown', b]))
    expect(deleted.results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(await Promise.all([a, b].map(stored))).toEqual([undefined, undefined])
    const files = await app.storedFiles()
    for (const { images } of groups) expect(files).not.toContain(images[0]?.fileName)
  })

  it('takes more groups than one transaction holds', async () => {
    const groups = await seedGroups(
      app.app.deps.database,
      Array.from({ length: 120 }, () => ({})),
    )
    const ids = groups.map(({ groupId }) => groupId)
    const approved = await ask<Results>(...bulk('approve', ids))
    expect(approved.results.filter(({ ok }) => ok)).toHaveLength(120)
    expect((await stored(ids[119] ?? ''))?.isApproved).toBe(true)
    const deleted = await ask<Results>(...bulk('delete', ids))
    expect(deleted.results.filter(({ ok }) => ok)).toHaveLength(120)
    expect(await stored(ids[60] ?? '')).toBeUndefined()
  })

  it.each([
    ['an unknown action', 'publish', ['a']],
    ['no group', 'approve', []],
    ['more than 1,000 groups', 'approve', Array.from({ length: 1_001 }, (_, index) => String(index))],
    ['ids that are no texts', 'approve', [1]],
    ['no list', 'approve', 'a'],
  ])('400 for %s', async (_, action, groupIds) => {
    await refused(...bulk(action, groupIds), 400, 'INVALID_BODY')
  })
})

describe('routes', () => {
  it('take the fixed paths before those with a group id or image id, whatever ids exist', async () => {
    const { database } = app.app.deps
    const ids = ['by-consent', 'bulk', 'groups']
    await seedGroups(
      database,
      ids.map((groupId) => ({ groupId })),
    )
    expect(await ask('/api/admin/groups/by-consent')).toHaveProperty('count')
    expect(await ask('/api/admin/consents/export')).toHaveProperty('exportDate')
    const json = { action: 'unapprove', groupIds: ids }
    expect(await ask('/api/admin/groups/bulk', { method: 'POST', json })).toHaveProperty('results')
    const [image] = await database.images.ofGroup('by-consent')
    const descriptions = [{ imageId: image?.id, description: 'x' }]
    const path = groupPath('by-consent', '/images/batch-description')
    expect(await ask(path, { method: 'PATCH', json: { descriptions } })).toHaveProperty('updatedCount', 1)
    const order = { method: 'PUT', json: { imageIds: [(await database.images.ofGroup('groups'))[0]?.id] } }
    expect(await ask('/api/admin/groups/reorder', order)).toMatchObject({ data: { groupId: 'groups' } })
  })
})
