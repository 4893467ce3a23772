import { describe, expect, it } from 'vitest'
import { ask, refused } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owned } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'

const { app, admin, waiting, seenByAdmin, seenByOwner, approve, undo, edit, publicGroup, describeFirst } =
  reviewedGroups()

const bytes = await makeImage()
const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, bytes }))

describe('alt texts of images', () => {
  const ofPublic = async (groupId: string) => (await publicGroup(groupId)).images[0]?.altText
  const writes = (group: Awaited<ReturnType<typeof waiting>>, texts: object) =>
    group.owner.send('PUT', '/images/descriptions', { descriptions: [{ imageId: group.imageIds[0], ...texts }] })

  it('come with a batch by file name, shortened to 500 characters', async () => {
    const descriptions = [
      { fileName: 'b.jpg', altText: ' A red chair\u0007 ' },
      { fileName: 'a.jpg', description: 'Mine', altText: '😀'.repeat(501) },
    ]
    const { images } = await uploadGroup(app(), { files, parts: { descriptions } })
    expect(images).toMatchObject([
      { imageDescription: 'Mine', altText: '😀'.repeat(500) },
      { imageDescription: null, altText: 'A red chair' },
    ])
  })

  it('come with the files of a submission', async () => {
    const files = [{ fileName: 'a.jpg', altText: ` ${'z'.repeat(501)}` }, { fileName: 'b.jpg' }]
    const begun = await ask(app(), 'createSubmission', { json: { consents: { workshopConsent: true }, files } })
    const params = { submissionId: begun.submissionId }
    for (const index of [0, 1]) {
      const url = `/api/upload/submissions/${params.submissionId}/files/${index}`
      await app().fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
    }
    const { images } = await ask(app(), 'completeSubmission', { params })
    expect(images.map(({ altText }) => altText)).toEqual(['z'.repeat(500), null])
  })

  it("an owner's is public once a moderator approves it, like a caption; a lone caption does not remove it", async () => {
    const group = await waiting()
    await writes(group, { altText: 'first' })
    await approve(group.groupId)
    await describeFirst(group, 'a caption')
    expect((await seenByOwner(group)).images[0]).toMatchObject({ imageDescription: 'a caption', altText: 'first' })
    await writes(group, { altText: 'second' })
    expect(await ofPublic(group.groupId)).toBe('first')
    const seen = await seenByAdmin(group.groupId)
    expect(seen.images[0]).toMatchObject({ altText: 'second', publishedAltText: 'first', publishedDescription: null })
    expect(seen.lastApproved?.images[0]).toMatchObject({ imageDescription: null, altText: 'first' })
    expect(seen.changesSinceApproval).toEqual(['update_descriptions'])
    await approve(group.groupId)
    expect((await publicGroup(group.groupId)).images[0]).toMatchObject({
      imageDescription: 'a caption',
      altText: 'second',
    })
  })

  it('an admin publishes what the admin writes, and nothing else', async () => {
    const group = await waiting()
    await approve(group.groupId)
    await describeFirst(group, 'unseen')
    await edit(group.groupId, group.imageIds[0], { altText: 'by an admin' })
    expect((await publicGroup(group.groupId)).images[0]).toMatchObject({
      imageDescription: null,
      altText: 'by an admin',
    })
    const descriptions = [{ imageId: group.imageIds[0], altText: '' }]
    await ask(admin(), 'editImageDescriptions', { params: { groupId: group.groupId }, json: { descriptions } })
    expect((await publicGroup(group.groupId)).images[0]).toMatchObject({ imageDescription: null, altText: null })
    expect((await seenByAdmin(group.groupId)).images[0]).toMatchObject({ imageDescription: 'unseen', altText: null })
  })

  it('are part of the revision: 409 GROUP_CHANGED for an approval of the one before (D44)', async () => {
    const group = await waiting()
    const { revision } = await seenByAdmin(group.groupId)
    await writes(group, { altText: 'new' })
    await refused(approve(group.groupId, { revision }), 409, 'GROUP_CHANGED')
  })

  it('400 over 500 characters, and nothing is changed', async () => {
    const group = await waiting()
    const { status, body } = await writes(group, { description: 'x', altText: 'y'.repeat(501) })
    expect([status, body.code, body.details]).toEqual([
      400,
      'TEXT_TOO_LONG',
      { field: 'descriptions[0].altText', length: 501, limit: 500 },
    ])
    await refused(edit(group.groupId, group.imageIds[0], { altText: 'y'.repeat(501) }), 400, 'TEXT_TOO_LONG')
    expect((await seenByAdmin(group.groupId)).images[0]).toMatchObject({ imageDescription: null, altText: null })
  })

  it('are found by the search, and are in the archive of their owner, on its page as well', async () => {
    const descriptions = [{ fileName: 'a.jpg', altText: 'A "zinc" lantern' }]
    const group = owned(app(), await uploadGroup(app(), { files, parts: { descriptions } }))
    const { groups } = await ask(admin(), 'listAdminGroups', { query: { search: 'zinc lantern' } })
    expect(groups.map(({ groupId, previews }) => [groupId, previews[0]?.altText])).toEqual([
      [group.groupId, 'A "zinc" lantern'],
    ])
    const archive = await app().fetch(`/api/manage/${group.token}/archive`)
    const entries = zipEntries(Buffer.from(await archive.arrayBuffer()))
    expect(JSON.parse(String(entries.get('group.json'))).images[0].altText).toBe('A "zinc" lantern')
    expect(String(entries.get('index.html'))).toContain('alt="A &quot;zinc&quot; lantern"')
  })

  it('an undone approval takes back what it published', async () => {
    const group = await waiting()
    await writes(group, { altText: 'first' })
    await approve(group.groupId)
    await writes(group, { altText: 'second' })
    const { undoId } = (await approve(group.groupId)).body
    expect(await ofPublic(group.groupId)).toBe('second')
    await undo(undoId)
    expect(await ofPublic(group.groupId)).toBe('first')
  })
})
