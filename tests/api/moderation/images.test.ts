import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { refused, send, succeeded } from '#tests/support/ask.ts'
import { threeImages, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

describe('deleteImage', () => {
  const remove = (groupId: string, imageId: unknown) =>
    send(service.admin, 'deleteImage', { params: { groupId, imageId: String(imageId) } })

  it('removes the image and its files and keeps the approval', async () => {
    const group = await uploadGroup(service.app, await threeImages())
    const [first, second, third] = group.images
    await service.approve(group.groupId)
    expect(await succeeded(remove(group.groupId, second?.id))).toMatchObject({
      success: true,
      groupId: group.groupId,
      imageId: second?.id,
    })
    const after = await service.group(group.groupId)
    expect(after.images.map(({ id, upload_order }) => [id, upload_order])).toEqual([
      [first?.id, 1],
      [third?.id, 2],
    ])
    expect(after).toMatchObject({ isApproved: true, changedSinceApproval: false, imageCount: 2 })
    expect(await service.app.storedFiles()).not.toContain(second?.fileName)
  })

  it('400 for the last image', async () => {
    const group = await uploadGroup(service.app)
    await refused(remove(group.groupId, group.images[0]?.id), 400, 'LAST_IMAGE')
    expect((await service.group(group.groupId)).imageCount).toBe(1)
  })

  it('404 for an image that is unknown or of another group, and for an id that is not a number', async () => {
    const group = await uploadGroup(service.app, await threeImages())
    const other = await uploadGroup(service.app)
    for (const id of ['999999', other.images[0]?.id, 'abc', '1.5', '-1', '99999999999999999999']) {
      await refused(remove(group.groupId, id), 404, 'IMAGE_NOT_FOUND')
    }
    await refused(remove('unknown', other.images[0]?.id), 404, 'GROUP_NOT_FOUND')
    expect((await service.group(group.groupId)).imageCount).toBe(3)
  })
})

describe('editImage', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(service.app, { parts: { descriptions: { 'a.jpg': 'Old' } } })
  })
  const edit = (image_description: unknown, imageId: unknown = group.images[0]?.id, groupId = group.groupId) =>
    send(service.admin, 'editImage', {
      params: { groupId, imageId: String(imageId) },
      json: { image_description },
    })
  const description = async () => (await service.group(group.groupId)).images[0]?.imageDescription

  it('changes the description and keeps the approval; an empty text removes it', async () => {
    await service.approve(group.groupId)
    const imageId = group.images[0]?.id
    const answer = await succeeded(edit(' New '))
    expect(answer).toMatchObject({ success: true, groupId: group.groupId, imageId, imageDescription: 'New' })
    expect(await description()).toBe('New')
    expect(await service.group(group.groupId)).toMatchObject({ isApproved: true, changedSinceApproval: false })
    expect(await succeeded(edit(''))).toMatchObject({ imageDescription: null })
    expect(await description()).toBe(null)
  })

  it('counts code points: accepts 200, refuses 201', async () => {
    await succeeded(edit('😀'.repeat(200)))
    const { message } = await refused(edit('😀'.repeat(201)), 400, 'TEXT_TOO_LONG')
    expect(message).toBe('image_description has 201 characters; at most 200 are allowed')
  })

  it('400 without a field', () => refused(edit(undefined), 400, 'NO_FIELDS'))

  it.each([5, null])('400 for %j', async (value) => {
    await refused(edit(value), 400, 'INVALID_BODY')
    expect(await description()).toBe('Old')
  })

  it('404 for an unknown group, for an image that is unknown or of another group, and for an id that is not a number', async () => {
    const other = await uploadGroup(service.app)
    await refused(edit('New', 1, 'unknown'), 404, 'GROUP_NOT_FOUND')
    for (const id of [999_999, other.images[0]?.id, 'abc', '1e3']) {
      await refused(edit('New', id), 404, 'IMAGE_NOT_FOUND')
    }
  })
})

describe('editImages', () => {
  let group: UploadedGroup
  let ids: number[]
  beforeEach(async () => {
    group = await uploadGroup(service.app, await threeImages())
    ids = group.images.map(({ id }) => id)
  })
  const patch = (descriptions: unknown, groupId = group.groupId) =>
    send(service.admin, 'editImageDescriptions', { params: { groupId }, json: { descriptions } })
  const texts = async () => (await service.group(group.groupId)).images.map(({ imageDescription }) => imageDescription)

  it('changes several at once; the path is not mistaken for an image id', async () => {
    await service.approve(group.groupId)
    const answer = await succeeded(
      patch([
        { imageId: ids[0], description: 'One' },
        { imageId: ids[2], description: 'Three' },
      ]),
    )
    expect(answer).toMatchObject({ success: true, updatedCount: 2 })
    expect(await texts()).toEqual(['One', null, 'Three'])
    expect((await service.group(group.groupId)).isApproved).toBe(true)
  })

  it.each<[string, (id: number) => unknown, ErrorCode]>([
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
    await refused(patch(mixed), 400, code)
    expect(await texts()).toEqual([null, null, null])
  })

  it('404 when the group is unknown', async () => {
    await refused(patch([{ imageId: 1, description: 'x' }], 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})

describe.each(['reorderImages', 'reorderGroupImages'] as const)('%s', (name) => {
  let group: UploadedGroup
  let ids: number[]
  beforeEach(async () => {
    group = await uploadGroup(service.app, await threeImages())
    ids = group.images.map(({ id }) => id)
  })
  const reorder = (imageIds: unknown, groupId = group.groupId) =>
    send(service.admin, name, { params: { groupId }, json: { imageIds } })

  it('reorders the images and keeps the approval', async () => {
    await service.approve(group.groupId)
    const imageIds = [ids[2], ids[0], ids[1]]
    const answer = await succeeded(reorder(imageIds))
    expect(answer).toMatchObject({ success: true, data: { groupId: group.groupId, imageIds } })
    const after = await service.group(group.groupId)
    expect(after.images.map(({ id }) => id)).toEqual(imageIds)
    expect(after.images.map(({ upload_order }) => upload_order)).toEqual([1, 2, 3])
    expect(after).toMatchObject({ isApproved: true, changedSinceApproval: false })
  })

  it.each<[string, (all: number[]) => unknown, ErrorCode]>([
    ['an image is missing', (all: number[]) => all.slice(1), 'INVALID_IMAGE_ORDER'],
    ['an image is there twice', (all: number[]) => [...all.slice(1), all[1]], 'INVALID_IMAGE_ORDER'],
    ['an image is unknown', (all: number[]) => [...all.slice(1), 999_999], 'INVALID_IMAGE_ORDER'],
    ['an image is too many', (all: number[]) => [...all, 999_999], 'INVALID_IMAGE_ORDER'],
    ['there is none', () => [], 'INVALID_IMAGE_ORDER'],
    ['ids are texts', (all: number[]) => all.map(String), 'INVALID_BODY'],
    ['it is no list', () => 5, 'INVALID_BODY'],
    ['it is left out', () => undefined, 'INVALID_BODY'],
  ])('400 when %s, and the order stays', async (_case, wrong, code) => {
    await refused(reorder(wrong(ids)), 400, code)
    expect((await service.group(group.groupId)).images.map(({ id }) => id)).toEqual(ids)
  })

  it('404 when the group is unknown', async () => {
    await refused(reorder([1], 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})
