import { describe, expect, it } from 'vitest'
import { refused } from '#tests/support/ask.ts'
import { isPublic } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'

const { app, waiting, seenByAdmin, seenByOwner, approve, edit, publicGroup } = reviewedGroups()

describe('hidden photos (D71)', () => {
  it('are in no public answer, which only counts and numbers the others', async () => {
    const group = await waiting()
    await approve(group.groupId)
    await edit(group.groupId, group.imageIds[0], { hidden: true, moderationNote: 'A face' })
    const { images, imageCount } = await publicGroup(group.groupId)
    expect(imageCount).toBe(2)
    expect(images.map(({ id, upload_order }) => [id, upload_order])).toEqual([
      [group.imageIds[1], 1],
      [group.imageIds[2], 2],
    ])
    expect((await seenByOwner(group)).images[0]).toMatchObject({
      hidden: true,
      hiddenReason: 'moderator',
      moderationNote: 'A face',
    })
    await edit(group.groupId, group.imageIds[0], { hidden: false })
    expect((await publicGroup(group.groupId)).imageCount).toBe(3)
    expect((await seenByOwner(group)).images[0]).toMatchObject({
      hidden: false,
      hiddenReason: null,
      moderationNote: null,
    })
  })

  it('remove their group from the feed if all are hidden', async () => {
    const group = await waiting(1)
    await approve(group.groupId)
    await edit(group.groupId, group.imageIds[0], { hidden: true })
    expect(await isPublic(app(), group.groupId)).toBe(false)
  })

  it('400 without a field, for a note that is too long or without a hidden photo; 404 for an unknown photo', async () => {
    const { groupId, imageIds } = await waiting(1)
    await refused(edit(groupId, imageIds[0], {}), 400, 'NO_FIELDS')
    await refused(edit(groupId, imageIds[0], { hidden: true, moderationNote: 'x'.repeat(501) }), 400, 'TEXT_TOO_LONG')
    await refused(edit(groupId, imageIds[0], { moderationNote: 'x' }), 400, 'INVALID_BODY')
    await refused(edit(groupId, 987_654, { hidden: true }), 404, 'IMAGE_NOT_FOUND')
  })
})

describe('the note to the owner (D73)', () => {
  it('is set with a withdrawn approval and removed by the next one', async () => {
    const group = await waiting(1)
    await approve(group.groupId)
    await approve(group.groupId, { approved: false, moderationNote: ' Please blur the faces ' })
    expect((await seenByOwner(group)).moderationNote).toBe('Please blur the faces')
    expect((await seenByAdmin(group.groupId)).moderationNote).toBe('Please blur the faces')
    await approve(group.groupId)
    expect((await seenByOwner(group)).moderationNote).toBeNull()
    await refused(approve(group.groupId, { approved: false, moderationNote: 'x'.repeat(501) }), 400, 'TEXT_TOO_LONG')
  })
})
