import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { stored } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'

const { clock, app, waiting, seenByAdmin, approve, edit, describeFirst } = reviewedGroups()

const approved = async () => {
  const group = await waiting(2)
  await approve(group.groupId)
  const lastApproved = async () => (await seenByAdmin(group.groupId)).lastApproved
  return { ...group, lastApproved }
}

describe('lastApproved', () => {
  it("is the state before the owner's first change, until the next approval", async () => {
    const { groupId, imageIds, owner, lastApproved } = await approved()
    const [first = 0, second = 0] = imageIds
    await edit(groupId, first, { image_description: 'By a moderator' })
    expect(await lastApproved()).toBeNull()
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'restore', platformId: 1 })
    await owner.send('PUT', '/metadata', { title: 'Chair' })
    await owner.send('PUT', '/reorder', { imageIds: [second, first] })
    await owner.send('DELETE', `/images/${first}`)
    const { title, ...before } = (await lastApproved()) ?? {}
    expect(title).not.toBe('Chair')
    expect(before).toMatchObject({
      display_in_workshop: true,
      platformIds: [],
      images: [
        { imageId: first, imageDescription: 'By a moderator' },
        { imageId: second, imageDescription: null },
      ],
    })
    await approve(groupId)
    expect(await lastApproved()).toBeNull()
  })

  it.each(['a caption', 'an added photo', 'an order', 'a consent'])('is stored after %s alone', async (change) => {
    const group = await approved()
    const { owner, imageIds } = group
    if (change === 'a caption') await describeFirst(group, 'New')
    if (change === 'an added photo') await owner.add(await makeImage())
    if (change === 'an order') await owner.send('PUT', '/reorder', { imageIds: imageIds.toReversed() })
    if (change === 'a consent') await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    expect(await group.lastApproved()).toMatchObject({
      display_in_workshop: true,
      images: imageIds.map((imageId) => ({ imageId, imageDescription: null })),
    })
  })

  it('is not stored without a change, nor for a group that was never approved', async () => {
    const { groupId, owner, lastApproved } = await approved()
    const { title } = await stored(app(), groupId)
    await owner.send('PUT', '/metadata', { title: title ?? '' })
    expect(await lastApproved()).toBeNull()
    const fresh = await waiting()
    await fresh.owner.send('PUT', '/metadata', { title: 'Other' })
    expect((await seenByAdmin(fresh.groupId)).lastApproved).toBeNull()
  })

  it('is removed with an approval taken back within ten minutes (D46)', async () => {
    const { groupId, owner, lastApproved } = await approved()
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'restore', platformId: 1 })
    clock.advance(60_000)
    await approve(groupId, { approved: false })
    expect(await lastApproved()).toBeNull()
  })
})
