import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeImage, textFile } from '#tests/support/make-image.ts'
import { answerOf, isPublic, type OwnedGroup, owner, ownGroup, stored } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let own: OwnedGroup
/** A test that only looks or is refused leaves the group for the next one. */
let used = true
const unused = () => {
  used = false
}
beforeAll(async () => {
  app = await startApp({
    env: { MANAGEMENT_RATE_LIMIT: '100000', TRUST_PROXY_HOPS: '1', MAX_FILE_SIZE_MB: '1' },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  if (used) own = await ownGroup(app)
  used = true
})

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const descriptions = (...entries: [imageId: number, description: string][]) => ({
  descriptions: entries.map(([imageId, description]) => ({ imageId, description })),
})

/** What the owner sees of the images, in their order. */
async function imagesNow({ owner }: OwnedGroup = own) {
  const { body } = await owner.view()
  return body.data.images as {
    id: number
    upload_order: number
    imageDescription: string | null
    filePath: string
    previewPath: string
    originalName: string
  }[]
}
const orderNow = async () => (await imagesNow()).map(({ id, upload_order }) => [upload_order, id])

/** Refused, and nothing about the group is different afterwards. */
async function refused(
  send: () => Promise<{ status: number; body: { code: string; message: string; details?: unknown } }>,
  status: number,
  code: string,
) {
  const before = await own.owner.view()
  const files = (await app.storedFiles()).sort()
  const row = await stored(app, own.groupId)
  const answer = await send()
  expect(answer.body).toMatchObject({ success: false, code })
  expect(answer.status).toBe(status)
  expect((await own.owner.view()).body).toEqual(before.body)
  expect(await stored(app, own.groupId)).toEqual(row)
  await expect.poll(async () => (await app.storedFiles()).sort()).toEqual(files)
  return answer
}

describe('getManagedGroup', () => {
  it('answers the group with its images, consents and token', async () => {
    const { owner, token } = await ownGroup(app, {
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

  it('says when a group that was never approved is deleted, and null once it was', async () => {
    expect((await own.owner.view()).body.data.deletionDate).toBeNull()
  })
})

describe('deleteManagedGroup', () => {
  it('removes rows, originals and previews for good and notes it in the deletion log', async () => {
    const files = own.group.images.flatMap(({ filePath, previewPath }) => [filePath, previewPath])
    for (const path of files) expect((await app.fetch(path)).status, path).toBe(200)
    const bytes = own.group.images.length * (await makeImage()).length

    const { status, body } = await own.owner.send('DELETE')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The group and its 3 images are deleted',
      data: { groupId: own.groupId, imagesDeleted: 3, deletionTimestamp: expect.stringMatching(timestamp) },
    })
    for (const path of files) expect((await app.fetch(path)).status, path).toBe(404)
    for (const path of files) expect(await app.storedFiles()).not.toContain(path.split('/').at(-1))
    expect(await isPublic(app, own.groupId)).toBe(false)

    const { database } = app.app.deps
    expect(await database.groups.find(own.groupId)).toBeUndefined()
    expect(await database.images.ofGroup(own.groupId)).toEqual([])
    expect(await database.consents.ofGroup(own.groupId)).toEqual([])
    expect(await database.dueFileRemovals('9999', 10)).toEqual([])
    expect((await database.deletionLog.latest(1))[0]).toMatchObject({
      groupId: own.groupId,
      reason: 'user_deletion',
      imageCount: 3,
      totalFileSize: bytes,
      deletedAt: body.data.deletionTimestamp,
      uploadDate: own.group.uploadDate,
    })
  })

  it('404 for every use of the token afterwards', async () => {
    await own.owner.send('DELETE')
    for (const answer of [await own.owner.view(), await own.owner.send('DELETE')]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    }
  })
})

describe('changeConsent', () => {
  const change = (json: unknown) => own.owner.send('PUT', '/consents', json)
  const consents = async () => (await own.owner.view()).body.data.socialMediaConsents

  it('takes a group whose workshop consent is revoked off the feed in the very next read, and restores it without a new moderation', async () => {
    expect(await isPublic(app, own.groupId)).toBe(true)
    const revoked = await change({ consentType: 'workshop', action: 'revoke' })
    expect(await isPublic(app, own.groupId)).toBe(false)
    expect(revoked).toMatchObject({
      status: 200,
      body: { success: true, data: { consentType: 'workshop', platformId: null, newValue: false } },
    })
    expect((await own.owner.view()).body.data).toMatchObject({
      display_in_workshop: false,
      workshopRevokedTimestamp: expect.stringMatching(timestamp),
      isApproved: true,
    })

    const restored = await change({ consentType: 'workshop', action: 'restore' })
    expect(await isPublic(app, own.groupId)).toBe(true)
    expect(restored.body.data).toEqual({ consentType: 'workshop', platformId: null, newValue: true })
    expect((await own.owner.view()).body.data).toMatchObject({
      display_in_workshop: true,
      workshopRevokedTimestamp: null,
    })
  })

  it('keeps a revoked platform as a record that says both, and restores it', async () => {
    own = await ownGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: [2] } } })
    const revoked = await change({ consentType: 'social_media', platformId: 2, action: 'revoke' })
    expect(revoked.body.data).toEqual({ consentType: 'social_media', platformId: 2, newValue: false })
    expect(await consents()).toMatchObject([
      { platformId: 2, consented: true, revoked: true, revokedTimestamp: expect.stringMatching(timestamp) },
    ])
    expect(await isPublic(app, own.groupId)).toBe(true)
    const restored = await change({ consentType: 'platform', platformId: 2, action: 'restore' })
    expect(restored.body.data).toEqual({ consentType: 'social_media', platformId: 2, newValue: true })
    expect(await consents()).toMatchObject([{ platformId: 2, consented: true, revoked: false, revokedTimestamp: null }])
  })

  it('makes a record when a platform that was never selected is restored, and none when it is revoked', async () => {
    const revoked = await change({ consentType: 'social_media', platformId: 3, action: 'revoke' })
    expect(revoked.body.data).toMatchObject({ platformId: 3, newValue: false })
    expect(await consents()).toEqual([])
    await change({ consentType: 'social_media', platformId: 3, action: 'restore' })
    expect(await consents()).toMatchObject([{ platformId: 3, consented: true, revoked: false }])
  })

  it('changes nothing when it is done twice', async () => {
    for (const action of ['revoke', 'restore'] as const) {
      for (const target of [{ consentType: 'workshop' }, { consentType: 'social_media', platformId: 1 }] as const) {
        const first = await change({ ...target, action })
        const state = (await own.owner.view()).body
        const second = await change({ ...target, action })
        expect(second.body).toEqual(first.body)
        expect((await own.owner.view()).body).toEqual(state)
      }
    }
  })

  it('takes a group that was never asked off the feed as well', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'one.jpg')
    const { body } = await answerOf(await app.fetch('/api/upload', { method: 'POST', body: form }))
    await publish(app, body.groupId)
    const send = (action: string) =>
      app.fetch(`/api/manage/${body.managementToken}/consents`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ consentType: 'workshop', action }),
      })
    expect(await isPublic(app, body.groupId)).toBe(true)
    await send('revoke')
    expect(await isPublic(app, body.groupId)).toBe(false)
    await send('restore')
    expect(await isPublic(app, body.groupId)).toBe(true)
    expect(await stored(app, body.groupId)).toMatchObject({ displayInWorkshop: true })
  })

  it.each([
    ['an unknown type', { consentType: 'newspaper', action: 'revoke' }, 'INVALID_BODY'],
    ['an unknown action', { consentType: 'workshop', action: 'forget' }, 'INVALID_BODY'],
    ['no action', { consentType: 'workshop' }, 'INVALID_BODY'],
    ['a platform consent without a platform', { consentType: 'social_media', action: 'revoke' }, 'INVALID_BODY'],
    ['a platform that is no number', { consentType: 'platform', action: 'revoke', platformId: '1' }, 'INVALID_BODY'],
    ['an unknown platform', { consentType: 'platform', action: 'revoke', platformId: 99 }, 'UNKNOWN_PLATFORM'],
    ['a list', [], 'INVALID_BODY'],
  ])('400 for %s', async (_what, json, code) => {
    await refused(() => change(json), 400, code)
    unused()
  })
})

describe('updateImageDescriptions', () => {
  const update = (json: unknown) => own.owner.send('PUT', '/images/descriptions', json)
  const texts = async () => (await imagesNow()).map(({ imageDescription }) => imageDescription)

  it('sets, trims and removes descriptions and says how many', async () => {
    const [a, b, c] = own.imageIds as [number, number, number]
    const { status, body } = await update(descriptions([a, ' The first '], [c, '😀'.repeat(200)]))
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: 'The descriptions of 2 images are saved', updatedCount: 2 })
    expect(await texts()).toEqual(['The first', null, '😀'.repeat(200)])
    await update(descriptions([a, '  '], [b, 'Two\nlines\u0007']))
    expect(await texts()).toEqual([null, 'Two\nlines', '😀'.repeat(200)])
  })

  it('keeps the approval', async () => {
    await update(descriptions([own.imageIds[0] as number, 'x']))
    expect(await isPublic(app, own.groupId)).toBe(true)
  })

  it('applies a body whole or not at all', async () => {
    const [a, b] = own.imageIds as [number, number]
    const other = await ownGroup(app)
    await refused(() => update(descriptions([a, 'x'], [b, 'y'.repeat(201)])), 400, 'TEXT_TOO_LONG')
    await refused(() => update(descriptions([a, 'x'], [other.imageIds[0] as number, 'y'])), 400, 'UNKNOWN_IMAGE')
    await refused(() => update(descriptions([a, 'x'], [2 ** 40, 'y'])), 400, 'UNKNOWN_IMAGE')
    expect((await imagesNow(other)).map(({ imageDescription }) => imageDescription)).toEqual([null, null, null])
  })

  it.each([
    ['no list', {}],
    ['an empty list', { descriptions: [] }],
    ['a description that is no text', { descriptions: [{ imageId: 1, description: 7 }] }],
    ['an entry without a description', { descriptions: [{ imageId: 1 }] }],
  ])('400 for %s', async (_what, json) => {
    await refused(() => update(json), 400, 'INVALID_BODY')
    unused()
  })
})

describe('updateMetadata', () => {
  const update = (json: unknown) => own.owner.send('PUT', '/metadata', json)

  it('changes the texts given, leaves the others, and resets the approval', async () => {
    const { status, body } = await update({ title: ' New ', name: 'Grace' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      data: { groupId: own.groupId, updatedFields: ['title', 'name'], requiresModeration: true },
    })
    expect(await isPublic(app, own.groupId)).toBe(false)
    await update({ description: 'Only this' })
    expect((await own.owner.view()).body.data).toMatchObject({
      title: 'New',
      name: 'Grace',
      groupName: 'Grace',
      description: 'Only this',
      isApproved: false,
    })
  })

  it('resets the approval also where the text is the same, which is no change', async () => {
    await update({ title: '' })
    expect(await stored(app, own.groupId)).toMatchObject({ isApproved: false, changesSinceApproval: [] })
  })

  it('removes a text by an empty one', async () => {
    await update({ title: 'x' })
    await update({ title: '' })
    expect((await own.owner.view()).body.data.title).toBeNull()
  })

  it('does not change the year', async () => {
    const year = (await own.owner.view()).body.data.year
    const { body } = await update({ title: 'x', year: 1950 })
    expect(body.data.updatedFields).toEqual(['title'])
    expect((await own.owner.view()).body.data.year).toBe(year)
  })

  it.each([
    ['no field', {}, 'NO_FIELDS'],
    ['the year alone', { year: 1950 }, 'NO_FIELDS'],
    ['a title that is no text', { title: 5 }, 'INVALID_BODY'],
    ['null', { title: null }, 'INVALID_BODY'],
    ['a title of 201 characters', { name: 'x', title: 'y'.repeat(201) }, 'TEXT_TOO_LONG'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'TEXT_TOO_LONG'],
    ['a description of 2001 characters', { description: 'x'.repeat(2001) }, 'TEXT_TOO_LONG'],
  ])('400 for %s', async (_what, json, code) => {
    await refused(() => update(json), 400, code)
    unused()
  })
})

describe('addImages', () => {
  it('adds images after the last one, with previews, and resets the approval', async () => {
    const photo = await makeImage({ width: 1000, takenAt: '2001:02:03 04:05:06', offset: '+00:00' })
    const { status, body } = await own.owner.add(
      photo,
      await makeImage({ format: 'png' }),
      await makeImage({ format: 'webp' }),
    )
    expect(status).toBe(200)
    const images = await imagesNow()
    expect(body).toEqual({
      success: true,
      message: '3 images added, awaiting review',
      data: { groupId: own.groupId, newImagesCount: 3, totalImagesCount: 6, images },
    })
    expect(images.map(({ upload_order }) => upload_order)).toEqual([1, 2, 3, 4, 5, 6])
    expect(images.slice(0, 3).map(({ id }) => id)).toEqual(own.imageIds)
    expect(images[3]).toMatchObject({ originalName: 'added-1.jpg', imageDescription: null })
    for (const { filePath, previewPath } of images) {
      expect((await app.fetch(filePath)).status).toBe(200)
      expect((await app.fetch(previewPath)).status).toBe(200)
    }
    expect(await stored(app, own.groupId)).toMatchObject({ isApproved: false, captureDate: '2001-02-03T04:05:06.000Z' })
    expect(await isPublic(app, own.groupId)).toBe(false)
  })

  it('adds images once for an Idempotency-Key, whether repeated later or at the same time', async () => {
    const bytes = await makeImage()
    const key = 'c0a8012e-7b1d-4c52-8f0e-1f2d3c4b5a69'
    const files = (await app.storedFiles()).length
    const first = await own.owner.addWith(key, bytes, bytes)
    const again = await Promise.all([own.owner.addWith(key, bytes, bytes), own.owner.addWith(key.toUpperCase(), bytes)])
    for (const answer of again) expect(answer.body).toEqual(first.body)
    const other = 'c0a8012e-7b1d-4c52-8f0e-1f2d3c4b5a70'
    const race = await Promise.all([1, 2, 3].map(() => own.owner.addWith(other, bytes)))
    expect(race.map(({ status, body }) => [status, body.data.totalImagesCount])).toEqual(race.map(() => [200, 6]))
    expect(await imagesNow()).toHaveLength(6)
    await expect.poll(async () => (await app.storedFiles()).length).toBe(files + 6)
    await refused(() => own.owner.addWith('again', bytes), 400, 'INVALID_PARAMETER')
  })

  it('takes file parts under any name', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'x.jpg')
    form.append('note', 'ignored')
    const response = await app.fetch(`/api/manage/${own.token}/images`, { method: 'POST', body: form })
    expect(((await response.json()) as { data: object }).data).toMatchObject({ newImagesCount: 1 })
  })

  it('fills a group up to 50 and not beyond', async () => {
    const bytes = await makeImage()
    const full = (count: number) => own.owner.add(...Array.from({ length: count }, () => bytes))
    await refused(() => full(48), 400, 'TOO_MANY_IMAGES')
    expect((await full(47)).body.data).toMatchObject({ totalImagesCount: 50 })
    const { body } = await refused(() => full(1), 400, 'TOO_MANY_IMAGES')
    expect(body.message).toMatch(/50/)
    await refused(() => full(60), 400, 'TOO_MANY_IMAGES')
  })

  it('400 without an image', async () => {
    await refused(() => own.owner.add(), 400, 'NO_FILES')
    await refused(() => own.owner.send('POST', '/images'), 400, 'NO_FILES')
    const form = new FormData()
    form.append('images', new Blob([]), '')
    form.append('note', 'text')
    const send = async () =>
      answerOf(await app.fetch(`/api/manage/${own.token}/images`, { method: 'POST', body: form }))
    await refused(send, 400, 'NO_FILES')
  })

  it('stores all images or none, and names the one it refuses', async () => {
    const good = await makeImage()
    const { body } = await refused(() => own.owner.add(good, textFile()), 400, 'UNSUPPORTED_IMAGE')
    expect(body.message).toContain('added-2.jpg')
    await refused(() => own.owner.add(good, good.subarray(0, good.length - 200), good), 400, 'DAMAGED_IMAGE')
    await refused(() => own.owner.add(good, Buffer.concat([good, Buffer.alloc(2 ** 20)])), 413, 'FILE_TOO_LARGE')
  })

  it('415 for what is no form, as for a form on the other routes', async () => {
    await refused(() => own.owner.send('POST', '/images', { images: [] }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const body = new FormData()
    body.append('title', 'Fair')
    for (const path of ['metadata', 'consents', 'reorder', 'images/descriptions']) {
      const send = async () => answerOf(await app.fetch(`/api/manage/${own.token}/${path}`, { method: 'PUT', body }))
      await refused(send, 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    unused()
  })
})

describe('deleteManagedImage', () => {
  it('removes row and files, closes the gap, moves the capture date on and resets the approval', async () => {
    const early = await makeImage({ takenAt: '1999:01:01 00:00:00', offset: '+00:00' })
    const late = await makeImage({ takenAt: '2010:01:01 00:00:00', offset: '+00:00' })
    const group = await uploadGroup(app, {
      files: [early, late, late].map((bytes, i) => ({ name: `${i}.jpg`, bytes })),
    })
    own = { ...own, ...(await takeOver(group)) }
    const [first, second, third] = group.images as [Image, Image, Image]
    type Image = (typeof group.images)[number]

    const { status, body } = await own.owner.send('DELETE', `/images/${first.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The image is deleted',
      data: { groupId: own.groupId, imageId: first.id, remainingImages: 2 },
    })
    expect(await orderNow()).toEqual([
      [1, second.id],
      [2, third.id],
    ])
    for (const path of [first.filePath, first.previewPath]) {
      expect((await app.fetch(path)).status).toBe(404)
      expect(await app.storedFiles()).not.toContain(path.split('/').at(-1))
    }
    expect((await app.fetch(second.previewPath)).status).toBe(200)
    expect(await stored(app, own.groupId)).toMatchObject({ isApproved: false, captureDate: '2010-01-01T00:00:00.000Z' })
  })

  it('400 for the last image', async () => {
    const [a, b, c] = own.imageIds as [number, number, number]
    await own.owner.send('DELETE', `/images/${b}`)
    expect((await own.owner.send('DELETE', `/images/${a}`)).body.data).toMatchObject({ remainingImages: 1 })
    await refused(() => own.owner.send('DELETE', `/images/${c}`), 400, 'LAST_IMAGE')
    await refused(() => own.owner.send('DELETE', `/images/${a}`), 404, 'IMAGE_NOT_FOUND')
  })

  it('404 for an image that is unknown, of another group, deleted already, or no number', async () => {
    const other = await ownGroup(app)
    const deleted = own.imageIds.pop()
    await own.owner.send('DELETE', `/images/${deleted}`)
    for (const id of [2 ** 40, other.imageIds[0], deleted, 'abc', '1.5', '-1', '1e3', '%20', '9'.repeat(400)]) {
      await refused(() => own.owner.send('DELETE', `/images/${id}`), 404, 'IMAGE_NOT_FOUND')
    }
    expect((await imagesNow(other)).length).toBe(3)
  })
})

describe('reorderManagedImages', () => {
  const reorder = (imageIds: unknown) => own.owner.send('PUT', '/reorder', { imageIds })

  it('puts the images into the order given and keeps the approval', async () => {
    const [a, b, c] = own.imageIds as [number, number, number]
    const { status, body } = await reorder([c, a, b])
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The new order is saved',
      data: { groupId: own.groupId, imageIds: [c, a, b] },
    })
    expect(await orderNow()).toEqual([
      [1, c],
      [2, a],
      [3, b],
    ])
    expect(await isPublic(app, own.groupId)).toBe(true)
  })

  it('400 unless every image is listed once', async () => {
    const [a, b, c] = own.imageIds as [number, number, number]
    const other = await ownGroup(app, { images: 1 })
    for (const ids of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, 2 ** 40], [a, b, other.imageIds[0]]]) {
      await refused(() => reorder(ids), 400, 'INVALID_IMAGE_ORDER')
    }
    for (const ids of [undefined, 'abc', [a, b, String(c)], [a, b, 1.5]]) {
      await refused(() => reorder(ids), 400, 'INVALID_BODY')
    }
    unused()
  })
})

describe('the body of a request', () => {
  const put = (path: string, headers: Record<string, string>, body: string) => async () =>
    answerOf(await app.fetch(`/api/manage/${own.token}${path}`, { method: 'PUT', headers, body }))
  const paths = ['/consents', '/images/descriptions', '/metadata', '/reorder']

  it.each(paths)('400 for JSON that does not parse, 415 for another type, 413 for one too large: %s', async (path) => {
    const json = { 'content-type': 'application/json' }
    await refused(put(path, json, '{"title":'), 400, 'MALFORMED_JSON')
    await refused(put(path, json, ''), 400, 'INVALID_BODY')
    await refused(put(path, { 'content-type': 'text/plain' }, 'title=x'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    await refused(put(path, json, JSON.stringify({ title: 'x'.repeat(2 ** 20) })), 413, 'BODY_TOO_LARGE')
    unused()
  })
})

describe('changes since the approval', () => {
  const changes = async () => (await stored(app, own.groupId)).changesSinceApproval

  it('are each kind of change once, in the order they came', async () => {
    const [a, b, c] = own.imageIds as [number, number, number]
    const { send, add } = own.owner
    await send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await send('PUT', '/images/descriptions', descriptions([a, 'x']))
    await send('PUT', '/images/descriptions', descriptions([a, 'y']))
    await send('PUT', '/reorder', { imageIds: [b, a, c] })
    await send('PUT', '/metadata', { title: 'x' })
    await send('DELETE', `/images/${c}`)
    await add(await makeImage())
    expect(await changes()).toEqual([
      'revoke_consent',
      'restore_consent',
      'update_descriptions',
      'reorder_images',
      'update_metadata',
      'delete_image',
      'add_images',
    ])
  })

  it('are none after calls that changed nothing', async () => {
    const { send } = own.owner
    await send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await send('PUT', '/consents', { consentType: 'social_media', platformId: 1, action: 'revoke' })
    await send('PUT', '/images/descriptions', descriptions([own.imageIds[0] as number, '']))
    await send('PUT', '/reorder', { imageIds: own.imageIds })
    await send('PUT', '/metadata', { title: '' })
    await send('DELETE', '/images/0')
    expect(await changes()).toEqual([])
  })

  it('are none for a group that was never approved', async () => {
    own = await ownGroup(app, { approved: false })
    await own.owner.send('PUT', '/metadata', { title: 'x' })
    expect(await changes()).toEqual([])
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

  it('that is malformed, unknown or of a deleted group gets one and the same answer everywhere', async () => {
    const deleted = await ownGroup(app)
    await deleted.owner.send('DELETE')
    const wrong = [
      deleted.token,
      crypto.randomUUID(),
      own.token.replace('-4', '-1'),
      own.token.slice(1),
      `${own.token}0`,
      `%20${own.token}`,
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
        const response = await app.fetch(`/api/manage/${token}${path}`, { method, headers, ...body })
        const shown = [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
        seen.add(JSON.stringify([response.status, shown, await response.text()]))
      }
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toContain('GROUP_NOT_FOUND')
    expect((await own.owner.view()).status).toBe(200)
  })

  it('is checked before the body', async () => {
    const answer = await answerOf(
      await app.fetch(`/api/manage/${crypto.randomUUID()}/metadata`, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain' },
        body: 'x'.repeat(2 ** 21),
      }),
    )
    expect(answer).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  })
})

async function takeOver(group: Awaited<ReturnType<typeof uploadGroup>>): Promise<OwnedGroup> {
  const { groupId, managementToken: token } = group
  await publish(app, groupId)
  return { group, groupId, token, imageIds: group.images.map(({ id }) => id), owner: owner(app, token) }
}
