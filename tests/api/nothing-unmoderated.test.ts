import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/make-image.ts'
import { isPublic, type OwnedGroup, ownGroup, stored } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const clock = fakeClock('2026-11-22T10:00:00.000Z')
let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' }, overrides: { clock } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const waiting = (images = 3) => ownGroup(app, { images, approved: false })
const seenByAdmin = (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } })
const seenByOwner = async ({ owner }: OwnedGroup) => (await owner.view()).body.data
const approve = (groupId: string, json: Record<string, unknown> = {}) =>
  send(admin, 'approveGroup', { params: { groupId }, json })
const undo = (undoId: unknown) => send(admin, 'undoModeration', { json: { undoId } })
const edit = (groupId: string, imageId: number | undefined, json: Record<string, unknown>) =>
  send(admin, 'editImage', { params: { groupId, imageId: imageId ?? 0 }, json })
const publicGroup = async (groupId: string) => (await send(app, 'getGroup', { params: { groupId } })).body
const statusOf = async (path: string | undefined) => (await app.fetch(path ?? '')).status
const describeFirst = ({ owner, imageIds: [imageId] }: OwnedGroup, description: string) =>
  owner.send('PUT', '/images/descriptions', { descriptions: [{ imageId, description }] })

describe('approveGroup with a revision (D44)', () => {
  it('409 GROUP_CHANGED when a photo was added since the group was seen, and nothing is changed', async () => {
    const group = await waiting()
    const { revision } = await seenByAdmin(group.groupId)
    await group.owner.add(await makeImage())
    await refused(approve(group.groupId, { approved: true, revision }), 409, 'GROUP_CHANGED')
    expect(await isPublic(app, group.groupId)).toBe(false)
    const now = await seenByAdmin(group.groupId)
    expect((await approve(group.groupId, { revision: now.revision })).status).toBe(200)
    expect(await isPublic(app, group.groupId)).toBe(true)
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

  it('stays with approvals and consents, and is the same in every answer for admins', async () => {
    const group = await waiting()
    const { revision } = await seenByAdmin(group.groupId)
    await approve(group.groupId, { revision })
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    expect((await seenByAdmin(group.groupId)).revision).toBe(revision)
    for (const name of ['listAdminGroups', 'listGroupsByConsent'] as const) {
      const { groups } = await ask(admin, name)
      expect(groups.find(({ groupId }) => groupId === group.groupId)?.revision).toBe(revision)
    }
  })

  it('is ignored when the approval is withdrawn', async () => {
    const group = await waiting()
    await approve(group.groupId)
    expect((await approve(group.groupId, { approved: false, revision: 'old' })).status).toBe(200)
  })

  it('bulkModerate reports the groups that have changed and does the others', async () => {
    const [changed, same] = [await waiting(), await waiting()]
    const revisions = {
      [changed.groupId]: (await seenByAdmin(changed.groupId)).revision,
      [same.groupId]: (await seenByAdmin(same.groupId)).revision,
    }
    await describeFirst(changed, 'new')
    const groupIds = [changed.groupId, same.groupId]
    const { results } = await ask(admin, 'bulkModerate', { json: { action: 'approve', groupIds, revisions } })
    expect(results).toMatchObject([
      { groupId: changed.groupId, ok: false, code: 'GROUP_CHANGED' },
      { groupId: same.groupId, ok: true },
    ])
    expect(await isPublic(app, changed.groupId)).toBe(false)
    expect(await isPublic(app, same.groupId)).toBe(true)
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

  it('one that is taken away stays until then, too', async () => {
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
    await ask(admin, 'editImageDescriptions', { params: { groupId: group.groupId }, json: { descriptions } })
    expect(await caption(group.groupId)).toBe('again')
  })
})

describe('an approval that is taken back (D46)', () => {
  it('within ten minutes counts as never given: the deletion date is what it was', async () => {
    const group = await waiting()
    const before = await seenByAdmin(group.groupId)
    await approve(group.groupId)
    clock.advance(9 * 60_000)
    await approve(group.groupId, { approved: false })
    const { deletionDate, changedSinceApproval, changesSinceApproval } = await seenByAdmin(group.groupId)
    expect({ deletionDate, changedSinceApproval, changesSinceApproval }).toEqual({
      deletionDate: before.deletionDate,
      changedSinceApproval: false,
      changesSinceApproval: [],
    })
    expect((await stored(app, group.groupId)).firstApprovedAt).toBeNull()
  })

  it('later, or when the group was approved before, is a withdrawn approval', async () => {
    const group = await waiting()
    await approve(group.groupId)
    clock.advance(10 * 60_000 + 1)
    await approve(group.groupId, { approved: false })
    expect((await seenByAdmin(group.groupId)).deletionDate).toBeNull()
    const { firstApprovedAt } = await stored(app, group.groupId)
    await approve(group.groupId)
    expect((await stored(app, group.groupId)).firstApprovedAt).toBe(firstApprovedAt)
    await approve(group.groupId, { approved: false })
    expect((await seenByAdmin(group.groupId)).deletionDate).toBeNull()
  })
})

describe('undoModeration', () => {
  const stateOf = async (group: OwnedGroup) => {
    const { images, ...rest } = await seenByAdmin(group.groupId)
    const { groups } = await ask(admin, 'listAdminGroups', { query: { order: 'deadline' } })
    return {
      ...rest,
      revision: '',
      images: images.map(({ fileName: _, filePath: __, previewPath: ___, ...image }) => image),
      position: groups.findIndex(({ groupId }) => groupId === group.groupId),
      public: await publicGroup(group.groupId),
    }
  }

  it.each<[string, Record<string, unknown>]>([
    ['an approval', {}],
    ['a withdrawn approval', { approved: false, moderationNote: 'A face' }],
  ])('gives back exactly what was before %s', async (_, json) => {
    const group = await waiting()
    if (json.approved === false) await approve(group.groupId)
    clock.advance(30 * 60_000)
    const before = await stateOf(group)
    const { undoId } = (await approve(group.groupId, json)).body
    expect((await undo(undoId)).body).toMatchObject({ groupIds: [group.groupId] })
    const after = await stateOf(group)
    const names = (state: typeof before) => ({
      ...state,
      public: {
        ...state.public,
        images: state.public.images?.map((image) => ({ ...image, fileName: '', filePath: '', previewPath: '' })),
      },
    })
    expect(names(after)).toEqual(names(before))
  })

  it("gives back the owner's unseen changes that were confirmed", async () => {
    const group = await waiting()
    await approve(group.groupId)
    await describeFirst(group, 'unseen')
    const before = await stateOf(group)
    const { undoId } = (await approve(group.groupId)).body
    await undo(undoId)
    expect(await stateOf(group)).toEqual(before)
    expect(before).toMatchObject({ isApproved: true, changesSinceApproval: ['update_descriptions'] })
  })

  it('takes back a bulk step and a hidden photo', async () => {
    const groups = [await waiting(), await waiting()]
    const groupIds = groups.map(({ groupId }) => groupId)
    const { undoId } = await ask(admin, 'bulkModerate', { json: { action: 'approve', groupIds } })
    const [first] = groups
    expect((await undo(undoId)).status).toBe(200)
    for (const groupId of groupIds) expect(await isPublic(app, groupId)).toBe(false)
    const hiding = (await edit(first?.groupId ?? '', first?.imageIds[0], { hidden: true })).body
    await undo(hiding.undoId)
    expect((await seenByAdmin(first?.groupId ?? '')).images[0]?.hidden).toBe(false)
  })

  it('409 GROUP_CHANGED when the owner has changed the group since, 404 twice, unknown or after an hour', async () => {
    const group = await waiting()
    await approve(group.groupId)
    const { undoId } = (await approve(group.groupId, { approved: false })).body
    await approve(group.groupId)
    await refused(undo(undoId), 409, 'GROUP_CHANGED')
    expect(await isPublic(app, group.groupId)).toBe(true)
    const next = (await approve(group.groupId, { approved: false })).body
    expect((await undo(next.undoId)).status).toBe(200)
    await refused(undo(next.undoId), 404, 'UNDO_NOT_FOUND')
    await refused(undo('unknown'), 404, 'UNDO_NOT_FOUND')
    const late = (await approve(group.groupId, { approved: false })).body
    clock.advance(61 * 60_000)
    await refused(undo(late.undoId), 404, 'UNDO_NOT_FOUND')
  })

  it('answers undoId null for a step that changes nothing', async () => {
    const group = await waiting()
    expect((await approve(group.groupId, { approved: false })).body.undoId).toBeNull()
  })
})

describe('addresses of photos that are withdrawn (D47)', () => {
  const addresses = async (groupId: string) =>
    (await seenByAdmin(groupId)).images.flatMap(({ fileName, filePath, previewPath }) => [
      filePath,
      previewPath,
      `/api/download/${fileName}`,
    ])

  it.each<[string, (group: OwnedGroup) => Promise<unknown>, number]>([
    [
      'the owner withdraws the consent',
      ({ owner }) => owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      3,
    ],
    [
      'an admin withdraws the consent',
      ({ groupId }) => ask(admin, 'setGroupConsents', { params: { groupId }, json: { workshopConsent: false } }),
      3,
    ],
    ['a moderator withdraws the approval', ({ groupId }) => approve(groupId, { approved: false }), 3],
    ['a moderator hides one', ({ groupId, imageIds }) => edit(groupId, imageIds[0], { hidden: true }), 1],
  ])('answer 404 at once when %s', async (_, withdraw, count) => {
    const group = await waiting()
    await approve(group.groupId)
    const before = await addresses(group.groupId)
    for (const path of before) expect(await statusOf(path)).toBe(200)
    await withdraw(group)
    const after = await addresses(group.groupId)
    expect(await Promise.all(before.map(statusOf))).toEqual(before.map((_, index) => (index < 3 * count ? 404 : 200)))
    for (const path of after) expect(await statusOf(path)).toBe(200)
    const { images } = await seenByOwner(group)
    expect(images.map(({ filePath }: { filePath: string }) => filePath)).toEqual(
      after.filter((path) => path.startsWith('/upload/')),
    )
  })

  it("stay when an owner's edit resets the approval, and when a consent is given back", async () => {
    const group = await waiting()
    await approve(group.groupId)
    const before = await addresses(group.groupId)
    await group.owner.send('PUT', '/metadata', { title: 'new' })
    expect(await addresses(group.groupId)).toEqual(before)
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    const renamed = await addresses(group.groupId)
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await approve(group.groupId)
    expect(await addresses(group.groupId)).toEqual(renamed)
  })

  it('keep the bytes where they are, and deleting removes them', async () => {
    const group = await waiting(1)
    await approve(group.groupId)
    const files = await app.storedFiles()
    await approve(group.groupId, { approved: false })
    expect(await app.storedFiles()).toEqual(files)
    await group.owner.send('DELETE')
    const names = group.group.images.map(({ fileName }) => fileName)
    expect((await app.storedFiles()).filter((file) => names.some((name) => file.endsWith(name)))).toEqual([])
  })

  it('tell search engines to keep out', async () => {
    const group = await waiting(1)
    for (const path of await addresses(group.groupId)) {
      expect((await app.fetch(path)).headers.get('x-robots-tag')).toBe('noindex, noimageindex')
      expect((await app.fetch(path)).headers.get('x-robots-tag')).toBe('noindex, noimageindex')
    }
    const robots = await app.fetch('/robots.txt')
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
  })
})

describe('hidden photos (D71)', () => {
  it('are in no public answer, which counts and numbers the others', async () => {
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

  it('take their group out of the feed when nothing is left to show', async () => {
    const group = await waiting(1)
    await approve(group.groupId)
    await edit(group.groupId, group.imageIds[0], { hidden: true })
    expect(await isPublic(app, group.groupId)).toBe(false)
  })

  it('400 for no field, for a note that is too long or goes with no hidden photo, 404 for an unknown photo', async () => {
    const { groupId, imageIds } = await waiting(1)
    await refused(edit(groupId, imageIds[0], {}), 400, 'NO_FIELDS')
    await refused(edit(groupId, imageIds[0], { hidden: true, moderationNote: 'x'.repeat(501) }), 400, 'TEXT_TOO_LONG')
    await refused(edit(groupId, imageIds[0], { moderationNote: 'x' }), 400, 'INVALID_BODY')
    await refused(edit(groupId, 987_654, { hidden: true }), 404, 'IMAGE_NOT_FOUND')
  })
})

describe("the moderators' words to the owner (D73)", () => {
  it('come with a withdrawn approval and go with the next one', async () => {
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
