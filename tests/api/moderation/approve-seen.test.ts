import { describe, expect, it } from 'vitest'
import { ask, refused } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic, type OwnedGroup } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'

const { app, admin, waiting, seenByAdmin, seenByOwner, approve, edit, publicGroup, describeFirst } = reviewedGroups()

describe('approveGroup with a revision (D44)', () => {
  it('409 GROUP_CHANGED without any change when a photo was added since the group was seen', async () => {
    const group = await waiting()
    const { revision } = await seenByAdmin(group.groupId)
    await group.owner.add(await makeImage())
    await refused(approve(group.groupId, { approved: true, revision }), 409, 'GROUP_CHANGED')
    expect(await isPublic(app(), group.groupId)).toBe(false)
    const now = await seenByAdmin(group.groupId)
    expect((await approve(group.groupId, { revision: now.revision })).status).toBe(200)
    expect(await isPublic(app(), group.groupId)).toBe(true)
  })

  it.each<[string, (group: OwnedGroup) => Promise<unknown>]>([
    ['a caption', (group) => describeFirst(group, 'new')],
    ['a title', ({ owner }) => owner.send('PUT', '/metadata', { title: 'new' })],
    ['the order', ({ owner, imageIds }) => owner.send('PUT', '/reorder', { imageIds: imageIds.toReversed() })],
    ['a deleted photo', ({ owner, imageIds }) => owner.send('DELETE', `/images/${imageIds[0]}`)],
    ['a hidden photo', ({ groupId, imageIds }) => edit(groupId, imageIds[0], { hidden: true })],
  ])('changes with %s', async (_, change) => {
    const group = await waiting()
    const before = await seenByAdmin(group.groupId)
    await change(group)
    expect((await seenByAdmin(group.groupId)).revision).not.toBe(before.revision)
  })

  it('is unchanged by approvals and consents, and equal in all answers for admins', async () => {
    const group = await waiting()
    const { revision } = await seenByAdmin(group.groupId)
    await approve(group.groupId, { revision })
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    expect((await seenByAdmin(group.groupId)).revision).toBe(revision)
    for (const name of ['listAdminGroups', 'listGroupsByConsent'] as const) {
      const { groups } = await ask(admin(), name)
      expect(groups.find(({ groupId }) => groupId === group.groupId)?.revision).toBe(revision)
    }
  })

  it('is ignored when the approval is withdrawn', async () => {
    const group = await waiting()
    await approve(group.groupId)
    expect((await approve(group.groupId, { approved: false, revision: 'old' })).status).toBe(200)
  })

  it('bulkModerate reports changed groups and applies the step to the others', async () => {
    const [changed, same] = [await waiting(), await waiting()]
    const revisions = {
      [changed.groupId]: (await seenByAdmin(changed.groupId)).revision,
      [same.groupId]: (await seenByAdmin(same.groupId)).revision,
    }
    await describeFirst(changed, 'new')
    const groupIds = [changed.groupId, same.groupId]
    const { results } = await ask(admin(), 'bulkModerate', { json: { action: 'approve', groupIds, revisions } })
    expect(results).toMatchObject([
      { groupId: changed.groupId, ok: false, code: 'GROUP_CHANGED' },
      { groupId: same.groupId, ok: true },
    ])
    expect(await isPublic(app(), changed.groupId)).toBe(false)
    expect(await isPublic(app(), same.groupId)).toBe(true)
  })
})

describe("the revisions of a moderator's change", () => {
  const titled = (groupId: string, title: string) => ask(admin(), 'editGroup', { params: { groupId }, json: { title } })

  it.each<[string, (group: OwnedGroup) => Promise<{ previousRevision: string; revision: string }>]>([
    ['editGroup', ({ groupId }) => titled(groupId, 'new')],
    [
      'editImage',
      ({ groupId, imageIds }) =>
        ask(admin(), 'editImage', { params: { groupId, imageId: String(imageIds[0]) }, json: { hidden: true } }),
    ],
    [
      'editImageDescriptions',
      ({ groupId, imageIds }) =>
        ask(admin(), 'editImageDescriptions', {
          params: { groupId },
          json: { descriptions: [{ imageId: imageIds[0], description: 'new' }] },
        }),
    ],
    [
      'reorderGroupImages',
      ({ groupId, imageIds }) =>
        ask(admin(), 'reorderGroupImages', { params: { groupId }, json: { imageIds: imageIds.toReversed() } }),
    ],
    [
      'deleteImage',
      ({ groupId, imageIds }) => ask(admin(), 'deleteImage', { params: { groupId, imageId: String(imageIds[0]) } }),
    ],
  ])('%s answers the ones before and after', async (_, change) => {
    const group = await waiting()
    const { revision: before } = await seenByAdmin(group.groupId)
    const { previousRevision, revision } = await change(group)
    expect(previousRevision).toBe(before)
    expect(revision).not.toBe(before)
    expect((await approve(group.groupId, { revision })).status).toBe(200)
  })

  it('do not hide changes by others: previousRevision is not the one that was seen', async () => {
    const group = await waiting()
    const seen = await seenByAdmin(group.groupId)
    await describeFirst(group, 'by the owner')
    const { previousRevision } = await titled(group.groupId, 'new')
    expect(previousRevision).not.toBe(seen.revision)
  })

  it('are equal if nothing has changed', async () => {
    const { groupId } = await waiting()
    await titled(groupId, 'new')
    const { previousRevision, revision } = await titled(groupId, 'new')
    expect(revision).toBe(previousRevision)
  })
})

describe('captions (D45)', () => {
  const caption = async (groupId: string) => (await publicGroup(groupId)).images[0]?.imageDescription

  it("an owner's caption is public once a moderator approves again", async () => {
    const group = await waiting()
    await describeFirst(group, 'first')
    await approve(group.groupId)
    expect(await caption(group.groupId)).toBe('first')
    await describeFirst(group, 'second')
    expect(await caption(group.groupId)).toBe('first')
    expect((await seenByOwner(group)).images[0]).toMatchObject({ imageDescription: 'second' })
    expect((await seenByAdmin(group.groupId)).images[0]).toMatchObject({
      imageDescription: 'second',
      publishedDescription: 'first',
    })
    await approve(group.groupId)
    expect(await caption(group.groupId)).toBe('second')
  })

  it('a removed one also stays public until then', async () => {
    const group = await waiting()
    await describeFirst(group, 'first')
    await approve(group.groupId)
    await describeFirst(group, '')
    expect(await caption(group.groupId)).toBe('first')
    await approve(group.groupId)
    expect(await caption(group.groupId)).toBeNull()
  })

  it("an admin's caption is public at once, by either route", async () => {
    const group = await waiting()
    await approve(group.groupId)
    await edit(group.groupId, group.imageIds[0], { image_description: 'by an admin' })
    expect(await caption(group.groupId)).toBe('by an admin')
    const descriptions = [{ imageId: group.imageIds[0], description: 'again' }]
    await ask(admin(), 'editImageDescriptions', { params: { groupId: group.groupId }, json: { descriptions } })
    expect(await caption(group.groupId)).toBe('again')
  })
})
