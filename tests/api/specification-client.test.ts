import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: the specification alone says what is in an answer
type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }

const password = 'Workshop2024'
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Uses the specification alone, and where it leaves a name or shape open that of docs/spec-decisions.md. Each step continues the one before. */
describe('a client that knows nothing but the specification', () => {
  let service: TestApp
  let cookie = ''
  let csrfToken = ''
  let groupId = ''
  let token = ''
  let single = ''
  beforeAll(async () => {
    service = await startApp()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = new Headers({ 'X-CSRF-Token': csrfToken })
    if (cookie !== '') headers.set('cookie', cookie)
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
    const response = await service.fetch(path, { method, headers, ...(sent !== undefined && { body: sent }) })
    const sid = response.headers.getSetCookie().find((each) => each.startsWith('sid='))
    if (sid !== undefined) cookie = sid.split(';')[0] ?? ''
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      body: isJson ? await response.json() : await response.text(),
      headers: response.headers,
    }
  }
  const get = (path: string) => send('GET', path)
  const form = (parts: Readonly<Record<string, string | readonly File[]>>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(parts)) {
      if (typeof value === 'string') data.append(name, value)
      else for (const file of value) data.append(name, file)
    }
    return data
  }
  const photo = async (name: string, format: 'jpeg' | 'png' = 'jpeg') =>
    new File([new Uint8Array(await makeImage({ format }))], name, { type: `image/${format}` })
  const approve = async () => {
    expect(await send('PATCH', `/api/admin/groups/${groupId}/approve`, { approved: true })).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    })
  }
  const feed = async (): Promise<string[]> =>
    (await get('/api/groups')).body.groups.map((group: { groupId: string }) => group.groupId)
  const imageIds = async (): Promise<number[]> =>
    (await get(`/api/manage/${token}`)).body.data.images.map((image: { id: number }) => image.id)

  it('sets up the first admin and logs in', async () => {
    expect((await get('/auth/setup/status')).body).toMatchObject({ needsSetup: true })
    const credentials = { username: 'admin', password }
    expect((await send('POST', '/auth/setup/initial-admin', credentials)).status).toBe(201)
    csrfToken = (await get('/auth/csrf-token')).body.csrfToken
    expect(await send('POST', '/auth/logout')).toMatchObject({ status: 204, body: '' })
    expect((await get('/api/admin/groups')).status).toBe(403)
    expect((await send('POST', '/auth/login', { ...credentials, password: 'wrong' })).status).toBe(401)
    expect((await send('POST', '/auth/login', credentials)).status).toBe(200)
    csrfToken = (await get('/auth/csrf-token')).body.csrfToken
    expect((await send('POST', '/auth/setup/initial-admin', credentials)).status).toBe(409)
  })

  it('uploads a batch and a single image', async () => {
    const platforms = (await get('/api/social-media/platforms')).body
    expect(platforms).toHaveLength(3)
    const batch = await send(
      'POST',
      '/api/upload/batch',
      form({
        images: [await photo('stool.jpg'), await photo('chair.png', 'png')],
        metadata: JSON.stringify({ year: 2024, title: 'A stool', name: 'Ada' }),
        descriptions: JSON.stringify([{ fileName: 'chair.png', description: 'x'.repeat(201) }]),
        consents: JSON.stringify({
          workshopConsent: true,
          socialMediaConsents: [{ platformId: platforms[0].platform_id, consented: true }],
        }),
        description: 'Oak',
      }),
    )
    expect(batch.status).toBe(200)
    groupId = batch.body.groupId
    token = batch.body.managementToken
    expect(token).toMatch(uuid4)
    const one = await send('POST', '/api/upload', form({ file: [await photo('single.jpg')], groupName: 'Single' }))
    expect(one).toMatchObject({ status: 200, body: { groupName: 'Single', filePath: `/upload/${one.body.fileName}` } })
    single = one.body.groupId
    expect((await get(`/api/download/${one.body.fileName}`)).status).toBe(200)
    expect(await send('POST', '/api/upload', form({ groupName: 'No file' }))).toMatchObject({
      status: 400,
      body: { msg: expect.any(String) },
    })
    const refused = form({ images: [await photo('a.jpg')], consents: JSON.stringify({ workshopConsent: false }) })
    expect((await send('POST', '/api/upload/batch', refused)).status).toBe(400)
  })

  it('finds the group in the feed once it is approved, without a revision', async () => {
    expect(await feed()).toEqual([])
    expect((await get(`/api/groups/${groupId}`)).status).toBe(404)
    const { body } = await get('/api/admin/groups')
    expect(body.groups.find((group: { groupId: string }) => group.groupId === groupId)).toMatchObject({
      groupName: 'Ada',
      isApproved: false,
      imageCount: 2,
      socialMediaConsents: [{ consented: true, revoked: false }],
    })
    await approve()
    expect(await send('PATCH', `/api/admin/groups/${single}/approve`)).toMatchObject({ status: 200 })
    // The slideshow's order: year, then upload date.
    expect(await feed()).toEqual([groupId, single])
    expect((await get('/api/groups')).body).toMatchObject({ totalCount: 2, groups: [{ title: 'A stool' }, {}] })
    const { images } = (await get(`/api/groups/${groupId}`)).body
    expect(images[1].imageDescription).toBe('x'.repeat(200))
    for (const { filePath, previewPath } of images) {
      expect((await get(filePath)).status).toBe(200)
      expect((await get(previewPath)).headers.get('content-type')).toBe('image/jpeg')
    }
    await send('PATCH', `/api/admin/groups/${groupId}/approve`, { approved: false })
    expect(await feed()).toEqual([single])
    await approve()
  })

  it('changes everything in the portal', async () => {
    const manage = `/api/manage/${token}`
    expect((await get(manage)).body).toMatchObject({
      success: true,
      data: { groupId, groupName: 'Ada', managementToken: token, display_in_workshop: true },
    })
    const consent = async (json: object) => (await send('PUT', `${manage}/consents`, json)).body.data
    expect(await consent({ consentType: 'workshop', action: 'revoke' })).toMatchObject({ newValue: false })
    expect(await feed()).toEqual([single])
    expect(await consent({ consentType: 'workshop', action: 'restore' })).toMatchObject({ newValue: true })
    expect(await feed()).toEqual([groupId, single])
    const platform = { consentType: 'platform', platformId: 1 }
    expect(await consent({ ...platform, action: 'revoke' })).toMatchObject({ newValue: false })
    expect(await consent({ ...platform, action: 'restore' })).toMatchObject({ newValue: true })
    const [first, second] = await imageIds()
    const descriptions = [{ imageId: first, description: 'Seat' }]
    expect(await send('PUT', `${manage}/images/descriptions`, { descriptions })).toMatchObject({
      status: 200,
      body: { updatedCount: 1 },
    })
    expect((await send('PUT', `${manage}/reorder`, { imageIds: [second, first] })).status).toBe(200)
    expect(await imageIds()).toEqual([second, first])
    const renamed = await send('PUT', `${manage}/metadata`, { title: 'A chair' })
    expect(renamed.body.data).toEqual({ groupId, updatedFields: ['title'], requiresModeration: true })
    expect(await feed()).toEqual([single])
    const added = await send('POST', `${manage}/images`, form({ images: [await photo('new.jpg')] }))
    expect(added.body.data).toMatchObject({ groupId, newImagesCount: 1, totalImagesCount: 3 })
    const deleted = await send('DELETE', `${manage}/images/${second}`)
    expect(deleted.body.data).toEqual({ groupId, imageId: second, remainingImages: 2 })
    expect((await get('/api/manage/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    await approve()
  })

  it('edits and reorders as an admin', async () => {
    const [first = 0, second = 0] = await imageIds()
    const admin = `/api/admin/groups/${groupId}`
    expect((await send('PATCH', admin, { year: 2023, title: 'A bench' })).body.updatedFields.toSorted()).toEqual([
      'title',
      'year',
    ])
    const image = { image_description: 'From the side' }
    expect((await send('PATCH', `${admin}/images/${first}`, image)).body).toMatchObject({
      imageId: first,
      imageDescription: 'From the side',
    })
    const descriptions = [{ imageId: second, description: 'From above' }]
    expect((await send('PATCH', `${admin}/images/batch-description`, { descriptions })).body.updatedCount).toBe(1)
    for (const path of [`/api/admin/${groupId}/reorder`, `${admin}/reorder`]) {
      expect((await send('PUT', path, { imageIds: [second, first] })).status).toBe(200)
    }
    expect((await get(admin)).body).toMatchObject({
      groupId,
      isApproved: true,
      images: [{ id: second }, { id: first }],
    })
    expect((await send('DELETE', `${admin}/images/${first}`)).body).toMatchObject({ groupId, imageId: first })
  })

  it('reads, sets, filters and exports consents', async () => {
    const consents = `/api/admin/groups/${groupId}/consents`
    expect((await get(consents)).body).toMatchObject({ groupId, workshopConsent: true })
    const json = { workshopConsent: true, socialMediaConsents: [{ platformId: 2, consented: true }] }
    expect((await send('POST', consents, json)).status).toBe(200)
    const found = (await get('/api/admin/groups/by-consent?platformId=2&platformConsent=true')).body
    expect(found).toMatchObject({ count: 1, filters: expect.anything(), groups: [{ groupId }] })
    expect((await get('/api/admin/consents/export?format=json&year=2023&approved=true')).body).toMatchObject({
      exportDate: expect.any(String),
      count: 1,
      data: [{ groupId }],
    })
    const csv = await get('/api/admin/consents/export?format=csv')
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.body.split('\n').filter((row: string) => row.startsWith(groupId))).toHaveLength(1)
    expect((await get('/api/admin/consents/export?format=xml')).status).toBe(400)
    const platforms = (await get('/api/admin/social-media/platforms')).body
    expect(platforms.filter((each: { is_active: boolean }) => each.is_active)).toHaveLength(3)
  })

  it('rolls the storage back and migrates it again by reading the feed', async () => {
    const before = (await get('/api/groups')).body
    expect((await get('/api/system/migration/health')).body).toEqual({ database: { healthy: true, status: 'OK' } })
    const rolledBack = await send('POST', '/api/system/migration/rollback')
    expect(rolledBack).toMatchObject({ status: 200, body: { success: true, groupsRestored: 2 } })
    expect((await get('/api/system/migration/status')).body).toMatchObject({ databaseActive: false })
    expect((await get('/api/groups')).body).toEqual(before)
    expect((await get('/api/system/migration/status')).body).toMatchObject({
      migrationComplete: true,
      databaseActive: true,
      jsonBackupExists: true,
      lastMigration: expect.any(String),
    })
    const again = await send('POST', '/api/system/migration/migrate')
    expect(again).toMatchObject({ status: 200, body: { success: true, groupsMigrated: 0, imagesMigrated: 0 } })
  })

  it('deletes, cleans up and reads the logs', async () => {
    expect((await get('/api/admin/cleanup/preview')).body).toMatchObject({ success: true, groupsToDelete: 0 })
    expect((await send('POST', '/api/admin/cleanup/trigger')).body).toMatchObject({ success: true, deletedGroups: 0 })
    expect((await send('DELETE', `/api/manage/${token}`)).body.data).toMatchObject({ groupId, imagesDeleted: 1 })
    expect((await get(`/api/manage/${token}`)).status).toBe(404)
    expect((await send('DELETE', `/api/admin/groups/${single}`)).body).toMatchObject({ success: true, groupId: single })
    expect(await feed()).toEqual([])
    expect((await get('/api/admin/deletion-log?limit=10')).body).toMatchObject({
      total: 2,
      limit: 10,
      deletions: [
        { group_id: single, deletion_reason: 'admin_moderation_deletion' },
        { group_id: groupId, year: 2023 },
      ],
    })
    expect((await get('/api/admin/deletion-log/all')).body.deletions).toHaveLength(2)
    expect((await get('/api/admin/deletion-log/stats')).body).toMatchObject({ totalDeleted: 2, totalImages: 2 })
    expect((await get('/api/admin/deletion-log?limit=1001')).status).toBe(400)
    const { logs } = (await get(`/api/admin/management-audit/group/${groupId}`)).body
    expect(logs.map(({ action }: { action: string }) => action)).toContain('delete_group')
    expect(JSON.stringify(logs)).not.toContain(token)
    expect((await get('/api/admin/management-audit?limit=5')).body.logs).toHaveLength(5)
    expect((await get('/api/admin/management-audit/stats')).body.totalActions).toBeGreaterThan(5)
    expect((await get('/api/admin/rate-limiter/stats')).body).toMatchObject({ totalRequests: expect.any(Number) })
  })

  it('adds an admin and changes a password', async () => {
    const user = { username: 'bea', password, role: 'admin', requirePasswordChange: true }
    expect(await send('POST', '/api/admin/users', user)).toMatchObject({
      status: 201,
      body: { user: { username: 'bea', role: 'admin', requiresPasswordChange: true } },
    })
    expect((await send('POST', '/api/admin/users', user)).status).toBe(409)
    csrfToken = (await send('POST', '/auth/login', { username: 'bea', password })).body.csrfToken
    const change = { currentPassword: password, newPassword: 'Workshop2025' }
    expect((await send('POST', '/auth/change-password', change)).status).toBe(200)
    expect((await get('/api/admin/groups')).status).toBe(200)
  })
})
