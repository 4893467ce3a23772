import { beforeEach, describe, expect, it } from 'vitest'
import { editMetadata } from '#server/groups/edit-metadata.ts'
import { reorderImages } from '#server/groups/reorder-images.ts'
import { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { refused, urlOf } from '#tests/support/ask.ts'
import { isPublic, managedGroup } from '#tests/support/manage.ts'
import { threeImages, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

const service = adminService()

describe('approveGroup', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadGroup(service.app)
  })
  const send = (init: RequestInit, groupId = group.groupId) =>
    service.admin.fetch(urlOf('approveGroup', { params: { groupId } }), { method: 'PATCH', ...init })

  it.each([
    ['without a body', undefined],
    ['with an empty object', {}],
    ['with approved true', { approved: true }],
  ])('approves %s: the group is public', async (_, json) => {
    const { groupId } = group
    expect(await service.approve(groupId, json)).toMatchObject({ success: true, groupId, isApproved: true })
    expect(await isPublic(service.app, groupId)).toBe(true)
    expect(await service.group(groupId)).toMatchObject({ isApproved: true, deletionDate: null })
  })

  it('withdraws the approval: the group is no longer public', async () => {
    await service.approve(group.groupId)
    expect(await service.approve(group.groupId, { approved: false })).toMatchObject({ isApproved: false })
    expect(await isPublic(service.app, group.groupId)).toBe(false)
    expect(await service.group(group.groupId)).toMatchObject({ isApproved: false })
  })

  it.each([{ approved: 'true' }, { approved: 1 }, { approved: null }, [true], 'true'])('400 for %j', async (json) => {
    const headers = { 'content-type': 'application/json' }
    await refused(send({ headers, body: JSON.stringify(json) }), 400, 'INVALID_BODY')
    expect((await service.group(group.groupId)).isApproved).toBe(false)
  })

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'approves where no body comes with the content type %s',
    async (type) => {
      for (const body of [null, '']) {
        await service.approve(group.groupId, { approved: false })
        const response = await send({ headers: { 'content-type': type }, body })
        expect(await response.json()).toMatchObject({ success: true, isApproved: true })
      }
    },
  )

  it('415 for any form', async () => {
    const body = new FormData()
    body.append('approved', 'false')
    await refused(send({ body }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expect((await service.group(group.groupId)).isApproved).toBe(false)
  })

  it('404 when the group is unknown', async () => {
    await refused(send({}, 'unknown'), 404, 'GROUP_NOT_FOUND')
  })
})

describe('changedSinceApproval', () => {
  const changes = async (groupId: string) => {
    const { changedSinceApproval, changesSinceApproval, isApproved } = await service.group(groupId)
    return { changedSinceApproval, changesSinceApproval, isApproved }
  }

  it('lists what the owner changed after the approval, each kind once, until the next approval', async () => {
    const { deps } = service.app.app
    const group = await uploadGroup(service.app, await threeImages())
    const { groupId } = group
    const ids = group.images.map(({ id }) => id)
    const own = await managedGroup(service.app, groupId)
    const describe = (description: string) =>
      updateImageDescriptions(deps, own, [{ imageId: ids[0] ?? 0, description }])
    await service.approve(groupId)
    await describe('One')
    await describe('Two')
    await reorderImages(deps, own, ids.toReversed())
    expect(await changes(groupId)).toEqual({
      changedSinceApproval: true,
      changesSinceApproval: ['update_descriptions', 'reorder_images'],
      isApproved: true,
    })
    await editMetadata(deps, own, { texts: { title: 'Other' } })
    expect(await changes(groupId)).toMatchObject({ isApproved: false })
    await service.approve(groupId, { approved: false })
    expect((await changes(groupId)).changesSinceApproval).toContain('update_metadata')
    await service.approve(groupId)
    expect(await changes(groupId)).toEqual({
      changedSinceApproval: false,
      changesSinceApproval: [],
      isApproved: true,
    })
  })

  it('is false for a group that was never approved, and after calls without effect', async () => {
    const { deps } = service.app.app
    const { groupId, images } = await uploadGroup(service.app)
    const own = await managedGroup(service.app, groupId)
    await editMetadata(deps, own, { texts: { title: 'Other' } })
    expect(await changes(groupId)).toMatchObject({ changedSinceApproval: false })
    await service.approve(groupId)
    await reorderImages(
      deps,
      own,
      images.map(({ id }) => id),
    )
    expect(await changes(groupId)).toMatchObject({ changedSinceApproval: false })
  })
})
