import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, clock, fixedTimeTests, hours, now } from '#tests/support/fixed-time.ts'
import { startApp } from '#tests/support/start-app.ts'
import { publish, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

fixedTimeTests()

const feed = (exhibition?: string) => send(app, 'listGroups', { ...(exhibition && { query: { exhibition } }) })
const idsIn = async (exhibition?: string) =>
  (await feed(exhibition)).body.groups.map(({ groupId }: { groupId: string }) => groupId)
const shown = async (exhibition?: string): Promise<UploadedGroup> => {
  const group = await uploadGroup(app, { parts: { ...(exhibition && { exhibition }) } })
  await publish(app, group.groupId)
  return group
}
const move = (id: number, ...groupIds: string[]) => send(admin, 'moveGroups', { params: { id }, json: { groupIds } })
const statusOf = async (path: string | undefined) => (await app.fetch(path ?? '')).status
const group = (groupId: string) => send(app, 'getGroup', { params: { groupId } })
const notFound = { status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } }

describe('listGroups', () => {
  it('names no exhibition while there is one', async () => {
    await using own = await startApp()
    const session = await loginAsAdmin(own)
    const { groupId } = await uploadGroup(own)
    await publish(own, groupId)
    const read = async (path = '') => (await own.fetch(`/api/groups${path}`)).text()
    const before = await read()
    expect(before).not.toContain('exhibition')
    expect(await Promise.all(['?exhibition=main', '?exhibition=*'].map(read))).toEqual([before, before])
    const { id } = await addExhibition(session)
    expect(JSON.parse(await read()).groups).toMatchObject([{ groupId, exhibition: 'main' }])
    expect((await ask(own, 'getGroup', { params: { groupId } })).exhibition).toBe('main')
    await ask(session, 'deleteExhibition', { params: { id } })
    expect(await read()).toBe(before)
  })

  it('has the groups of one exhibition; those of `main` by default, of all with *', async () => {
    const [one, other] = [await addExhibition(admin), await addExhibition(admin)]
    const [ofMain, ofOne, ofOther] = [await shown(), await shown(one.slug), await shown(other.slug)]
    await uploadGroup(app, { parts: { exhibition: one.slug } })
    expect(await idsIn()).toEqual([ofMain.groupId])
    expect(await idsIn('main')).toEqual([ofMain.groupId])
    expect((await feed(one.slug)).body).toMatchObject({
      totalCount: 1,
      groups: [{ groupId: ofOne.groupId, exhibition: one.slug }],
    })
    expect(await idsIn(other.slug)).toEqual([ofOther.groupId])
    const all = (await feed('*')).body.groups
    expect(all.map(({ groupId, exhibition }) => [groupId, exhibition])).toEqual(
      expect.arrayContaining([
        [ofMain.groupId, 'main'],
        [ofOne.groupId, one.slug],
        [ofOther.groupId, other.slug],
      ]),
    )
    const paged = await send(app, 'listGroups', { query: { exhibition: '*', limit: 1, offset: 1 } })
    expect(paged.body).toEqual({ groups: [all[1]], totalCount: all.length })
    expect((await group(ofOne.groupId)).body).toMatchObject({ groupId: ofOne.groupId, exhibition: one.slug })
  })

  it('has the groups of an exhibition whose slug another one had before it was deleted', async () => {
    const { id, slug } = await addExhibition(admin)
    for (const asked of [slug, `main,${slug}`]) await feed(asked)
    await ask(admin, 'deleteExhibition', { params: { id } })
    await ask(admin, 'createExhibition', { json: { slug, name: 'Again' } })
    const { groupId } = await shown(slug)
    expect(await idsIn(slug)).toEqual([groupId])
    expect(await idsIn(`main,${slug}`)).toContain(groupId)
  })

  it('answers from memory with the same bytes and tag as its route', async () => {
    const { slug } = await addExhibition(admin)
    const { groupId } = await shown(slug)
    for (const exhibition of [slug, '*']) {
      const url = `/api/groups?exhibition=${exhibition}`
      const routed = await app.app.http.inject(url)
      const before = app.app.hotReads.answered
      const hot = await app.fetch(url)
      expect(app.app.hotReads.answered).toBe(before + 1)
      expect(await hot.text()).toBe(routed.body)
      expect(hot.headers.get('etag')).toBe(routed.headers.etag)
    }
    await ask(admin, 'approveGroup', { params: { groupId }, json: { approved: false } })
    expect(await idsIn(slug)).toEqual([])
  })

  it('404 for one that is unknown or has ended, at once', async () => {
    const { slug } = await addExhibition(admin, { endsAt: hours(1) })
    const { groupId } = await shown(slug)
    expect(await idsIn(slug)).toEqual([groupId])
    expect(await idsIn('*')).toContain(groupId)
    expect((await group(groupId)).status).toBe(200)
    clock.set(hours(1))
    for (const gone of [slug, 'unknown', 'Main']) expect(await feed(gone)).toMatchObject(notFound)
    expect(await idsIn('*')).not.toContain(groupId)
    expect((await group(groupId)).body).toMatchObject({ code: 'GROUP_NOT_FOUND' })
    clock.set(now)
    expect(await idsIn(slug)).toEqual([groupId])
  })
})

describe('followSlideshow', () => {
  it('reports what changes in one exhibition', async () => {
    const { slug } = await addExhibition(admin)
    const caller = { fetch: (path: string, init?: RequestInit) => app.fetch(`${path}?exhibition=${slug}`, init) }
    await using stream = await listen(caller, 'followSlideshow')
    const etag = (await feed(slug)).headers.get('etag')
    await stream.expectEvent({ event: 'current', data: { etag } })
    await shown()
    await shown(slug)
    await stream.expectEvent({ event: 'change' })
    expect(await statusOf('/api/slideshow/events?exhibition=unknown')).toBe(404)
  })
})

describe('moveGroups', () => {
  it('moves groups in both feeds; consents, approval and links stay', async () => {
    const { id, slug, name } = await addExhibition(admin, { platformIds: [2] })
    const moved = await uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: [1] } } })
    await publish(app, moved.groupId)
    const pending = await uploadGroup(app)
    const { status, body } = await move(id, moved.groupId, pending.groupId, moved.groupId)
    expect([status, body.movedCount, body.exhibition.counts]).toEqual([200, 2, { pending: 1, approved: 1, images: 2 }])
    expect(await idsIn()).not.toContain(moved.groupId)
    expect(await idsIn(slug)).toEqual([moved.groupId])
    const seen = await ask(admin, 'getAdminGroup', { params: { groupId: moved.groupId } })
    expect(seen).toMatchObject({ exhibition: { slug, name }, isApproved: true, isPublished: true })
    expect(seen.socialMediaConsents).toMatchObject([{ platformId: 1, consented: true, revoked: false }])
    expect(await statusOf(moved.images[0]?.previewPath)).toBe(200)
    expect((await move(id, moved.groupId)).body.movedCount).toBe(0)
    await move(1, moved.groupId)
    expect(await idsIn(slug)).toEqual([])
    const { entries } = await ask(admin, 'listAdminAudit', { query: { limit: 1 } })
    expect(entries).toMatchObject([
      { action: 'move_groups', target_type: 'exhibition', target_id: '1', details: { groupIds: [moved.groupId] } },
    ])
  })

  it('404 moves nothing when one of the groups or the exhibition is unknown; 400 beyond 100', async () => {
    const { id } = await addExhibition(admin)
    const { groupId } = await shown()
    expect(await move(id, groupId, 'zzz')).toMatchObject({
      status: 404,
      body: { code: 'GROUP_NOT_FOUND', details: { groupId: 'zzz' } },
    })
    expect(await move(9_999, groupId)).toMatchObject(notFound)
    for (const ids of [[], Array.from({ length: 101 }, (_, n) => `g${n}`)])
      expect((await move(id, ...ids)).status).toBe(400)
    expect(await idsIn()).toContain(groupId)
  })

  it('404 moves none of 100 groups when one of them has just been deleted, and names it', async () => {
    const { id } = await addExhibition(admin)
    const { groupId } = await shown()
    const { database } = app.app.deps
    const source = await database.groups.find(groupId)
    if (!source) throw new Error('no group')
    const copies = Array.from({ length: 99 }, (_, n) => ({
      ...{ ...source, groupId: `hundred-${n}`, managementToken: `hundred-${n}` },
    }))
    await database.transaction(async (tx) => {
      for (const copy of copies) await tx.groups.insert(copy)
    })
    await ask(admin, 'deleteGroup', { params: { groupId: 'hundred-98' } })
    const all = [groupId, ...copies.map((copy) => copy.groupId)]
    const before = (await database.withdrawals.all()).length
    expect(await move(id, ...all)).toMatchObject({
      status: 404,
      body: { code: 'GROUP_NOT_FOUND', details: { groupId: 'hundred-98' } },
    })
    expect(await database.exhibitions.holdsGroups(id)).toBe(false)
    expect(await database.withdrawals.all()).toHaveLength(before)
    const rest = all.filter((each) => each !== 'hundred-98')
    expect(await move(id, ...rest)).toMatchObject({ status: 200, body: { movedCount: 99 } })
    await ask(admin, 'bulkModerate', { json: { action: 'delete', groupIds: rest } })
  })

  it('takes what moves into an ended exhibition out of public view; what returns has new names', async () => {
    const ended = await addExhibition(admin, { endsAt: hours(-1) })
    const open = await addExhibition(admin)
    const { groupId, images } = await shown()
    const first = images[0]?.previewPath
    await move(ended.id, groupId)
    expect(await Promise.all([statusOf(first), statusOf(images[0]?.filePath)])).toEqual([404, 404])
    expect((await group(groupId)).status).toBe(404)
    const hidden = await ask(admin, 'getAdminGroup', { params: { groupId } })
    expect(hidden).toMatchObject({ isApproved: true, isPublished: false, exhibition: { slug: ended.slug } })
    await move(open.id, groupId)
    const { body } = await group(groupId)
    expect(body).toMatchObject({ exhibition: open.slug })
    expect([first, hidden.images[0]?.previewPath]).not.toContain(body.images[0]?.previewPath)
    expect(await statusOf(hidden.images[0]?.previewPath)).toBe(404)
  })

  it('gives new names to what leaves an exhibition that has just ended and was not marked yet', async () => {
    const { id, slug } = await addExhibition(admin)
    const { groupId, images } = await shown(slug)
    await changeExhibition(admin, id, { endsAt: now })
    await move(1, groupId)
    expect(await idsIn()).toContain(groupId)
    expect(await statusOf(images[0]?.previewPath)).toBe(404)
  })

  it('shows nobody what nobody approved, and nothing that an open removal request hides', async () => {
    const ended = await addExhibition(admin, { endsAt: hours(-1) })
    const waiting = await uploadGroup(app)
    const { groupId, images } = await shown()
    await move(ended.id, waiting.groupId, groupId)
    const json = { imageId: images[0]?.id, reason: 'my_child' }
    expect((await send(app, 'createRemovalRequest', { json })).status).toBe(201)
    // As if it had been shown by mistake: the request has the last word.
    const image = { groupId, id: images[0]?.id ?? 0 }
    await app.app.deps.database.transaction((tx) =>
      tx.images.setHidden(image, { hiddenReason: null, moderationNote: null }),
    )
    await move(1, waiting.groupId, groupId)
    expect((await group(waiting.groupId)).status).toBe(404)
    expect((await group(groupId)).status).toBe(404)
  })

  it('moves groups into one exhibition or the other when two ask at once', async () => {
    const [one, other] = [await addExhibition(admin), await addExhibition(admin)]
    const groupIds = [(await shown()).groupId, (await shown()).groupId]
    const answers = await Promise.all([move(one.id, ...groupIds), move(other.id, ...groupIds.toReversed())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [inOne, inOther] = [await idsIn(one.slug), await idsIn(other.slug)]
    expect([inOne.length, inOther.length].sort()).toEqual([0, 2])
  })
})
