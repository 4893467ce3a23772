import { describe, expect, it } from 'vitest'
import { replyTo } from '#tests/support/ask.ts'
import { atLeast } from '#tests/support/at-least.ts'
import { makeImage, textFile } from '#tests/support/images/make-image.ts'
import { answerOf, isPublic, owned, ownGroup, stored } from '#tests/support/manage.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { managedService } from './managed-service.ts'

const service = managedService()

describe('addImages', () => {
  it('adds images after the last one, with previews, and resets the approval', async () => {
    const photo = await makeImage({ width: 1000, takenAt: '2001:02:03 04:05:06', offset: '+00:00' })
    const { status, body } = await service.own.owner.add(
      photo,
      await makeImage({ format: 'png' }),
      await makeImage({ format: 'webp' }),
    )
    expect(status).toBe(200)
    const images = await service.imagesNow()
    expect(body).toEqual({
      success: true,
      message: '3 images added, awaiting review',
      data: { groupId: service.own.groupId, newImagesCount: 3, totalImagesCount: 6, images },
      group: expect.anything(),
    })
    expect(images.map(({ upload_order }) => upload_order)).toEqual([1, 2, 3, 4, 5, 6])
    expect(images.slice(0, 3).map(({ id }) => id)).toEqual(service.own.imageIds)
    expect(images[3]).toMatchObject({ originalName: 'added-1.jpg', imageDescription: null })
    for (const { filePath, previewPath } of images) {
      expect((await service.app.fetch(filePath)).status).toBe(200)
      expect((await service.app.fetch(previewPath)).status).toBe(200)
    }
    expect(await stored(service.app, service.own.groupId)).toMatchObject({
      isApproved: false,
      captureDate: '2001-02-03T04:05:06.000Z',
    })
    expect(await isPublic(service.app, service.own.groupId)).toBe(false)
  })

  it('adds images once for an Idempotency-Key, whether repeated later or at the same time', async () => {
    const bytes = await makeImage()
    const key = 'c0a8012e-7b1d-4c52-8f0e-1f2d3c4b5a69'
    const files = (await service.app.storedFiles()).length
    const first = await service.own.owner.addWith(key, bytes, bytes)
    const again = await Promise.all([
      service.own.owner.addWith(key, bytes, bytes),
      service.own.owner.addWith(key.toUpperCase(), bytes, bytes),
    ])
    for (const answer of again) expect(answer.body).toEqual(first.body)
    const other = 'c0a8012e-7b1d-4c52-8f0e-1f2d3c4b5a70'
    const race = await Promise.all([1, 2, 3].map(() => service.own.owner.addWith(other, bytes)))
    expect(race.map(({ status, body }) => [status, body.data.totalImagesCount])).toEqual(race.map(() => [200, 6]))
    expect(await service.imagesNow()).toHaveLength(6)
    await expect.poll(async () => (await service.app.storedFiles()).length).toBe(files + 6)
    await service.refused(() => service.own.owner.addWith('again', bytes), 400, 'INVALID_PARAMETER')
  })

  it('accepts file parts with any name', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await makeImage())]), 'x.jpg')
    form.append('note', 'ignored')
    const response = await service.app.fetch(`/api/manage/${service.own.token}/images`, { method: 'POST', body: form })
    expect((await replyTo('addImages', response)).data).toMatchObject({ newImagesCount: 1 })
  })

  it('accepts up to 50 images in a group', async () => {
    const bytes = await makeImage()
    const full = (count: number) => service.own.owner.add(...Array.from({ length: count }, () => bytes))
    await service.refused(() => full(48), 400, 'TOO_MANY_IMAGES')
    expect((await full(47)).body.data).toMatchObject({ totalImagesCount: 50 })
    const body = await service.refused(() => full(1), 400, 'TOO_MANY_IMAGES')
    expect(body.message).toMatch(/50/)
    await service.refused(() => full(60), 400, 'TOO_MANY_IMAGES')
  })

  it('400 without an image', async () => {
    await service.refused(() => service.own.owner.add(), 400, 'NO_FILES')
    await service.refused(() => service.own.owner.send('POST', '/images'), 400, 'NO_FILES')
    const form = new FormData()
    form.append('images', new Blob([]), '')
    form.append('note', 'text')
    const send = async () =>
      answerOf(await service.app.fetch(`/api/manage/${service.own.token}/images`, { method: 'POST', body: form }))
    await service.refused(send, 400, 'NO_FILES')
  })

  it('stores all images or none, and names the one it refuses', async () => {
    const good = await makeImage()
    const body = await service.refused(() => service.own.owner.add(good, textFile()), 400, 'UNSUPPORTED_IMAGE')
    expect(body.message).toContain('added-2.jpg')
    await service.refused(
      () => service.own.owner.add(good, good.subarray(0, good.length - 200), good),
      400,
      'DAMAGED_IMAGE',
    )
    await service.refused(
      () => service.own.owner.add(good, Buffer.concat([good, Buffer.alloc(2 ** 20)])),
      413,
      'FILE_TOO_LARGE',
    )
  })

  it('415 for anything but a form, and for a form on the other routes', async () => {
    await service.refused(
      () => service.own.owner.send('POST', '/images', { images: [] }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
    const body = new FormData()
    body.append('title', 'Fair')
    for (const path of ['metadata', 'consents', 'reorder', 'images/descriptions']) {
      const send = async () =>
        answerOf(await service.app.fetch(`/api/manage/${service.own.token}/${path}`, { method: 'PUT', body }))
      await service.refused(send, 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    service.unused()
  })
})

describe('deleteManagedImage', () => {
  it('deletes row and files, closes the gap, updates the capture date and resets the approval', async () => {
    const early = await makeImage({ takenAt: '1999:01:01 00:00:00', offset: '+00:00' })
    const late = await makeImage({ takenAt: '2010:01:01 00:00:00', offset: '+00:00' })
    const group = await uploadGroup(service.app, {
      files: [early, late, late].map((bytes, i) => ({ name: `${i}.jpg`, bytes })),
    })
    await publish(service.app, group.groupId)
    service.own = owned(service.app, group)
    const [first, second, third] = atLeast(3, group.images)

    const { status, body } = await service.own.owner.send('DELETE', `/images/${first.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The image is deleted',
      data: { groupId: service.own.groupId, imageId: first.id, remainingImages: 2 },
      group: expect.anything(),
    })
    expect(await service.orderNow()).toEqual([
      [1, second.id],
      [2, third.id],
    ])
    for (const path of [first.filePath, first.previewPath]) {
      expect((await service.app.fetch(path)).status).toBe(404)
      expect(await service.app.storedFiles()).not.toContain(path.split('/').at(-1))
    }
    expect((await service.app.fetch(second.previewPath)).status).toBe(200)
    expect(await stored(service.app, service.own.groupId)).toMatchObject({
      isApproved: false,
      captureDate: '2010-01-01T00:00:00.000Z',
    })
  })

  it('400 for the last image', async () => {
    const [a, b, c] = atLeast(3, service.own.imageIds)
    await service.own.owner.send('DELETE', `/images/${b}`)
    expect((await service.own.owner.send('DELETE', `/images/${a}`)).body.data).toMatchObject({ remainingImages: 1 })
    await service.refused(() => service.own.owner.send('DELETE', `/images/${c}`), 400, 'LAST_IMAGE')
    await service.refused(() => service.own.owner.send('DELETE', `/images/${a}`), 404, 'IMAGE_NOT_FOUND')
  })

  it('404 for an image that is unknown, of another group or already deleted, and for an id that is not a number', async () => {
    const other = await ownGroup(service.app)
    const deleted = service.own.imageIds.pop()
    await service.own.owner.send('DELETE', `/images/${deleted}`)
    for (const id of [2 ** 40, other.imageIds[0], deleted, 'abc', '1.5', '-1', '1e3', '%20', '9'.repeat(400)]) {
      await service.refused(() => service.own.owner.send('DELETE', `/images/${id}`), 404, 'IMAGE_NOT_FOUND')
    }
    expect((await service.imagesNow(other)).length).toBe(3)
  })
})

describe('reorderManagedImages', () => {
  const reorder = (imageIds: unknown) => service.own.owner.send('PUT', '/reorder', { imageIds })

  it('reorders the images and keeps the approval', async () => {
    const [a, b, c] = atLeast(3, service.own.imageIds)
    const { status, body } = await reorder([c, a, b])
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'The new order is saved',
      data: { groupId: service.own.groupId, imageIds: [c, a, b] },
      group: expect.anything(),
    })
    expect(await service.orderNow()).toEqual([
      [1, c],
      [2, a],
      [3, b],
    ])
    expect(await isPublic(service.app, service.own.groupId)).toBe(true)
  })

  it('400 unless every image is listed once', async () => {
    const [a, b, c] = atLeast(3, service.own.imageIds)
    const other = await ownGroup(service.app, { images: 1 })
    for (const ids of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, 2 ** 40], [a, b, other.imageIds[0]]]) {
      await service.refused(() => reorder(ids), 400, 'INVALID_IMAGE_ORDER')
    }
    for (const ids of [undefined, 'abc', [a, b, String(c)], [a, b, 1.5]]) {
      await service.refused(() => reorder(ids), 400, 'INVALID_BODY')
    }
    service.unused()
  })
})
