import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { answerOf, isPublic, ownGroup } from '#tests/support/manage.ts'
import { managedService } from './managed-service.ts'

const service = managedService()
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('getManagedGroup', () => {
  it('returns the group with its images, consents and token', async () => {
    const { owner, token } = await ownGroup(service.app, {
      images: 2,
      approved: false,
      parts: {
        metadata: { title: 'Fair', name: 'Ada', description: 'All day', year: 2024 },
        consents: { workshopConsent: true, socialMediaConsents: [1] },
      },
    })
    const { status, headers, body } = await owner.view()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      success: true,
      data: {
        groupName: 'Ada',
        name: 'Ada',
        title: 'Fair',
        description: 'All day',
        year: 2024,
        isApproved: false,
        imageCount: 2,
        managementToken: token,
        display_in_workshop: true,
        consent_timestamp: expect.stringMatching(timestamp),
        workshopRevokedTimestamp: null,
        deletionDate: expect.stringMatching(timestamp),
        images: [{ originalName: '1.jpg', upload_order: 1 }, { upload_order: 2 }],
        socialMediaConsents: [
          { platformId: 1, platformName: 'facebook', displayName: 'Facebook', consented: true, revoked: false },
        ],
      },
    })
    expect(JSON.stringify(body)).not.toMatch(/latitude|longitude|exifLocation|_lat|_lon/)
  })

  it('has the deletion date of a group that was never approved, and null once it was', async () => {
    expect((await service.own.owner.view()).body.data.deletionDate).toBeNull()
  })
})

describe('deleteManagedGroup', () => {
  it('deletes rows, originals and previews and writes to the deletion log', async () => {
    const files = service.own.group.images.flatMap(({ filePath, previewPath }) => [filePath, previewPath])
    for (const path of files) expect((await service.app.fetch(path)).status, path).toBe(200)
    const bytes = service.own.group.images.length * (await makeImage()).length

    const { status, body } = await service.own.owner.send('DELETE')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The group and its 3 images are deleted',
      data: { groupId: service.own.groupId, imagesDeleted: 3, deletionTimestamp: expect.stringMatching(timestamp) },
    })
    for (const path of files) expect((await service.app.fetch(path)).status, path).toBe(404)
    for (const path of files) expect(await service.app.storedFiles()).not.toContain(path.split('/').at(-1))
    expect(await isPublic(service.app, service.own.groupId)).toBe(false)

    const { database } = service.app.app.deps
    expect(await database.groups.find(service.own.groupId)).toBeUndefined()
    expect(await database.images.ofGroup(service.own.groupId)).toEqual([])
    expect(await database.consents.ofGroup(service.own.groupId)).toEqual([])
    expect(await database.fileRemovals.planned()).toEqual([])
    expect((await database.deletionLog.latest('all', 1))[0]).toMatchObject({
      groupId: service.own.groupId,
      reason: 'user_deletion',
      imageCount: 3,
      totalFileSize: bytes,
      deletedAt: body.data.deletionTimestamp,
      uploadDate: service.own.group.uploadDate,
    })
  })

  it('404 for every later use of the token', async () => {
    await service.own.owner.send('DELETE')
    for (const answer of [await service.own.owner.view(), await service.own.owner.send('DELETE')]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    }
  })
})

describe('the token', () => {
  const routes: [method: string, path: string][] = [
    ['GET', ''],
    ['DELETE', ''],
    ['PUT', '/consents'],
    ['PUT', '/images/descriptions'],
    ['PUT', '/metadata'],
    ['POST', '/images'],
    ['DELETE', '/images/1'],
    ['PUT', '/reorder'],
  ]

  it('gets the same answer everywhere if it is malformed, unknown or of a deleted group', async () => {
    const deleted = await ownGroup(service.app)
    await deleted.owner.send('DELETE')
    const wrong = [
      deleted.token,
      crypto.randomUUID(),
      service.own.token.replace('-4', '-1'),
      service.own.token.slice(1),
      `${service.own.token}0`,
      `%20${service.own.token}`,
      'x',
      '%00',
      "'; drop table groups --",
      '..%2f..%2f',
      '%zz',
      'y'.repeat(600),
      'y'.repeat(5_000),
    ]
    const seen = new Set<string>()
    let client = 0
    for (const token of wrong) {
      for (const [method, path] of routes) {
        const headers = { 'x-forwarded-for': `192.0.2.${++client % 250}`, 'content-type': 'application/json' }
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"broken":' }
        const response = await service.app.fetch(`/api/manage/${token}${path}`, { method, headers, ...body })
        const shown = [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
        seen.add(JSON.stringify([response.status, shown, await response.text()]))
      }
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toContain('GROUP_NOT_FOUND')
    expect((await service.own.owner.view()).status).toBe(200)
  })

  it('is checked before the body', async () => {
    const answer = await answerOf(
      await service.app.fetch(`/api/manage/${crypto.randomUUID()}/metadata`, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain' },
        body: 'x'.repeat(2 ** 21),
      }),
    )
    expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  })
})
