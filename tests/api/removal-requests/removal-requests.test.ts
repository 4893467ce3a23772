import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { photoCodeOf } from '#server/domain/photo-code.ts'
import { purgeAuditLog } from '#server/jobs/purge.ts'
import { loginAsAuditor } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import {
  admin,
  app,
  clock,
  codeOf,
  create,
  decide,
  listed,
  newAddress,
  removalRequestTests,
  request,
  shown,
  shownIds,
  statusOf,
} from './removal-request-tests.ts'

removalRequestTests()

describe('the public feed', () => {
  it('has a permanent code for each photo', async () => {
    const group = await ownGroup(app)
    const codes = (await shown(group)).images.map(({ code }) => code)
    expect(new Set(codes).size).toBe(3)
    expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[A-Z]\d-\d+$/)))
    await group.owner.send('PUT', '/reorder', { imageIds: group.imageIds.toReversed() })
    expect((await shown(group)).images.map(({ code }) => code)).toEqual(codes.toReversed())
  })
})

describe('createRemovalRequest', () => {
  it('hides the photo of a code at once, and its addresses are 404', async () => {
    const group = await ownGroup(app)
    const { previewPath, filePath } = (await shown(group)).images[0] ?? {}
    const { status, body } = await create({ reason: 'me', code: (await codeOf(group)).toLowerCase() })
    expect(status).toBe(201)
    expect(body).toEqual({ success: true, requestId: expect.any(String), statusUrl: expect.any(String) })
    expect(new URL(body.statusUrl).pathname).toBe(`/removal-requests/${body.requestId}`)
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
    for (const path of [previewPath, filePath]) expect((await app.fetch(path ?? '')).status).toBe(404)
    const [first] = (await group.owner.view()).body.data.images
    expect(first).toMatchObject({ hidden: true, hiddenReason: 'removal_request', moderationNote: null })
    expect(await listed(body.requestId)).toMatchObject({
      groupId: group.groupId,
      imageId: group.imageIds[0],
      reason: 'me',
      hiddenAtOnce: true,
      hidden: true,
      status: 'open',
      deadline: '2026-11-25T10:00:00.000Z',
    })
  })

  it('hides the photo of a child without a code; other photos stay visible', async () => {
    const group = await ownGroup(app)
    const [first, second] = group.imageIds
    const waiting = await request({ imageId: first, reason: 'rights' })
    expect(await shownIds(group)).toEqual(group.imageIds)
    expect(await listed(waiting)).toMatchObject({ imageId: first, hiddenAtOnce: false, hidden: false })
    await request({ imageId: second, reason: 'my_child' })
    expect(await shownIds(group)).not.toContain(second)
  })

  it('notifies screens within two seconds, writes the ledger and notifies the team', async () => {
    const group = await ownGroup(app)
    await using screen = await listen(app, 'followSlideshow')
    await request({ code: await codeOf(group) })
    await screen.expectEvent({ event: 'change' })
    const { database } = app.app.deps
    const withdrawals = await database.withdrawals.all()
    expect(withdrawals).toContainEqual(
      expect.objectContaining({ kind: 'image_hidden', groupId: group.groupId, imageId: group.imageIds[0] }),
    )
  })

  it('answers the same whether or not the photo exists, and hides only public photos', async () => {
    const pending = await ownGroup(app, { approved: false })
    const unknown = await create({ reason: 'my_child', imageId: 2 ** 31 - 1 })
    const waiting = await create({ reason: 'my_child', imageId: pending.imageIds[0] })
    const noCode = await create({ reason: 'me', code: 'what?' })
    for (const { status, body } of [unknown, waiting, noCode]) {
      expect(status).toBe(201)
      expect(Object.keys(body)).toEqual(['success', 'requestId', 'statusUrl'])
      expect(await statusOf(body.requestId)).toMatchObject({ status: 'open', decidedAt: null, note: null })
    }
    const [image] = (await pending.owner.view()).body.data.images
    expect(image).toMatchObject({ hidden: false })
    expect(await listed(unknown.body.requestId)).toMatchObject({ groupId: null, imageId: null, hiddenAtOnce: false })
    expect(await listed(noCode.body.requestId)).toMatchObject({ imageId: null, code: 'what?' })
  })

  it('accepts 55 per hour from an address, of which three hide photos; then it tells the team', async () => {
    const groups = [await ownGroup(app, { images: 30 }), await ownGroup(app, { images: 30 })]
    const address = newAddress()
    const codes = (await Promise.all(groups.map(shown))).flatMap(({ images }) => images.map(({ code }) => code))
    for (const code of codes.slice(0, 55)) expect((await create({ reason: 'me', code }, address)).status).toBe(201)
    const [first] = groups as [OwnedGroup, OwnedGroup]
    expect(await shownIds(first)).toEqual(first.imageIds.slice(3))
    const error = await refused(create({ reason: 'me', code: codes[55] }, address), 429, 'RATE_LIMITED')
    expect(error.message).toContain('55')
    const { requests } = await ask(admin, 'listRemovalRequests', { query: { status: 'open', limit: 1_000 } })
    expect(requests.filter(({ groupId, hiddenAtOnce }) => groupId === first.groupId && hiddenAtOnce)).toHaveLength(3)
  })

  it('hides ten photos of children per hour, whatever else the address has asked for', async () => {
    const group = await ownGroup(app, { images: 20 })
    const address = newAddress()
    const codes = (await shown(group)).images.map(({ code }) => code)
    for (const code of codes.slice(0, 4)) await create({ reason: 'me', code }, address)
    for (let sent = 4; sent < 55; sent++) await create({ reason: 'other', message: 'Prank' }, address)
    await refused(create({ reason: 'other', message: 'Prank' }, address), 429, 'RATE_LIMITED')
    for (const code of codes.slice(4, 15)) await create({ reason: 'my_child', code }, address)
    expect(await shownIds(group)).toEqual([group.imageIds[3], ...group.imageIds.slice(14)])
  })

  it('answers the first open request when an address asks twice about a photo', async () => {
    const group = await ownGroup(app)
    const address = newAddress()
    const code = await codeOf(group)
    const first = await create({ reason: 'me', code }, address)
    const second = await create({ reason: 'other', imageId: group.imageIds[0] }, address)
    expect(second).toMatchObject({ status: 201, body: { statusUrl: first.body.statusUrl } })
    expect((await create({ reason: 'me', code })).body.requestId).not.toBe(first.body.requestId)
  })

  it('counts a request once that arrives several times at once', async () => {
    const group = await ownGroup(app, { images: 15 })
    const [address, code] = [newAddress(), await codeOf(group)]
    for (const asked of [
      { reason: 'me', code },
      { reason: 'me', message: 'The red chair' },
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => create(asked, address)))
      expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body))
    }
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
    // The address may hide two others.
    for (let left = 1; left >= 0; left--) await request({ code: await codeOf(group) }, address)
    expect(await shownIds(group)).toEqual(group.imageIds.slice(3))
  })

  it('answers the first open request when an address says the same again without a code', async () => {
    const [address, message] = [newAddress(), 'The red chair']
    const first = await request({ message }, address)
    expect(await request({ message }, address)).toBe(first)
    expect(await request({ message: 'The blue chair' }, address)).not.toBe(first)
    expect(await request({ message, contact: 'mira@example.org' }, address)).not.toBe(first)
    expect(await request({ message })).not.toBe(first)
  })

  it('answers an address that asks twice the same whether or not the photo exists', async () => {
    const address = newAddress()
    const imageId = 2 ** 31 - 2
    const first = await create({ reason: 'me', imageId }, address)
    for (const json of [{ imageId }, { code: photoCodeOf(imageId).toLowerCase(), message: 'The same' }])
      expect(await create({ reason: 'me', ...json }, address)).toMatchObject({ status: 201, body: first.body })
    const others = [{ imageId: imageId - 1 }, { code: 'what?' }, { code: 'what?' }]
    for (const json of others)
      expect((await create({ reason: 'me', ...json }, address)).body.requestId).not.toBe(first.body.requestId)
    const child = await create({ reason: 'my_child', imageId }, address)
    expect(child.body.requestId).not.toBe(first.body.requestId)
  })

  it('never answers a request for a child by an earlier one for another reason of the same address', async () => {
    const group = await ownGroup(app)
    const address = newAddress()
    const [imageId] = group.imageIds
    const weaker = await create({ reason: 'rights', imageId }, address)
    expect(await shownIds(group)).toEqual(group.imageIds)
    const child = await create({ reason: 'my_child', imageId }, address)
    expect(child.body.statusUrl).not.toBe(weaker.body.statusUrl)
    expect(await listed(child.body.requestId)).toMatchObject({ reason: 'my_child', hiddenAtOnce: true })
    await decide(weaker.body.requestId, 'show_again')
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
    expect((await create({ reason: 'my_child', imageId }, address)).body.requestId).toBe(child.body.requestId)
  })

  it('hides the photo of a group that was approved once, and it stays hidden when the group returns', async () => {
    const group = await ownGroup(app)
    await group.owner.send('PUT', '/metadata', { title: 'Another' })
    await request({ reason: 'my_child', imageId: group.imageIds[0] })
    await send(admin, 'approveGroup', { params: { groupId: group.groupId } })
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
  })

  it.each([
    [{ reason: 'me' }, 'INVALID_BODY'],
    [{ reason: 'nobody', code: 'K7-3' }, 'INVALID_BODY'],
    [{ reason: 'me', imageId: 0 }, 'INVALID_BODY'],
    [{ reason: 'me', code: 'K7-3', message: 'x'.repeat(2_001) }, 'TEXT_TOO_LONG'],
    [{ reason: 'me', code: 'K7-3', contact: 'x'.repeat(201) }, 'TEXT_TOO_LONG'],
  ] as const)('400 for %j', async (json, code) => {
    await refused(create(json), 400, code)
  })

  it('takes a form without scripts, which no other operation does, and never from another web site', async () => {
    const post = (path: string, headers: Record<string, string> = {}) =>
      app.fetch(path, {
        method: 'POST',
        body: new URLSearchParams({ reason: 'me', code: 'K7-3' }),
        redirect: 'manual',
        headers,
      })
    const sent = await post('/api/removal-requests?language=fr', { 'x-forwarded-for': newAddress() })
    expect(sent.status).toBe(303)
    const page = await app.fetch(sent.headers.get('location') ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('elle est masquée maintenant')])
    const foreign = await post('/api/removal-requests', { origin: 'https://other.example' })
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    expect((await post('/auth/login')).status).toBe(415)
    expect((await app.fetch('/removal-requests/nonsense/plain-form')).status).toBe(404)
    expect((await app.fetch('/removal-requests/plain-form?code=K7-3&code=<b>')).status).toBe(200)
  })

  it('does not tell on the page without scripts either whether there is such a photo', async () => {
    const { imageIds } = await ownGroup(app)
    const pageOf = async (imageId: number) => {
      const requestId = await request({ imageId })
      const page = await app.fetch(`/removal-requests/${requestId}/plain-form`)
      return (await page.text()).replaceAll(requestId, '').replaceAll(/\d\d:\d\d/g, '')
    }
    expect(await pageOf(imageIds[0] ?? 0)).toBe(await pageOf(2 ** 31 - 1))
  })

  it('refuses requests from another web site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    await refused(
      send(app, 'createRemovalRequest', { json: { reason: 'me', code: 'K7-3' }, headers }),
      403,
      'CROSS_SITE',
    )
  })
})

describe('a photo with an open request for a child (D94)', () => {
  const edit = ({ groupId, imageIds }: OwnedGroup, hidden: boolean) =>
    send(admin, 'editImage', { params: { groupId, imageId: imageIds[0] ?? 0 }, json: { hidden } })

  it('is not shown by the undo of a step that had hidden it before', async () => {
    const group = await ownGroup(app)
    const { undoId } = (await edit(group, true)).body
    const requestId = await request({ reason: 'my_child', imageId: group.imageIds[0] })
    expect((await send(admin, 'undoModeration', { json: { undoId } })).status).toBe(200)
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
    await decide(requestId, 'show_again')
    expect(await shownIds(group)).toEqual(group.imageIds)
  })

  it('is not shown by a moderator: 409 REMOVAL_REQUEST_OPEN', async () => {
    const group = await ownGroup(app)
    await request({ reason: 'my_child', imageId: group.imageIds[0] })
    await refused(edit(group, false), 409, 'REMOVAL_REQUEST_OPEN')
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
  })

  it('is not shown by a restored consent, a repeated or first approval, or a decision on another request', async () => {
    const pending = await ownGroup(app, { approved: false })
    await request({ reason: 'my_child', imageId: pending.imageIds[0] })
    await send(admin, 'approveGroup', { params: { groupId: pending.groupId } })
    expect(await shownIds(pending)).toEqual(pending.imageIds.slice(1))

    const group = await ownGroup(app)
    const workshop = { consentType: 'workshop' }
    await group.owner.send('PUT', '/consents', { ...workshop, action: 'revoke' })
    await request({ reason: 'my_child', imageId: group.imageIds[0] })
    const other = await request({ reason: 'me', imageId: group.imageIds[0] })
    await group.owner.send('PUT', '/consents', { ...workshop, action: 'restore' })
    await decide(other, 'show_again')
    await send(admin, 'approveGroup', { params: { groupId: group.groupId }, json: { approved: false } })
    await send(admin, 'approveGroup', { params: { groupId: group.groupId } })
    expect(await shownIds(group)).toEqual(group.imageIds.slice(1))
  })
})

describe('getRemovalRequest', () => {
  it('shows status and note without an account, and nothing about the photo', async () => {
    const requestId = await request({ imageId: 1, message: 'Please', contact: 'ada@example.org' })
    expect(await statusOf(requestId)).toEqual({
      requestId,
      status: 'open',
      createdAt: '2026-11-22T10:00:00.000Z',
      deadline: '2026-11-25T10:00:00.000Z',
      decidedAt: null,
      note: null,
    })
    await decide(requestId, 'show_again', 'This is somebody else.')
    expect(await statusOf(requestId)).toMatchObject({ status: 'refused', note: 'This is somebody else.' })
    expect(app.logged()).toContain(`/api/admin/removal-requests/${requestId.slice(0, 8)}…`)
    for (const personal of [requestId, 'ada@example.org', 'Please']) expect(app.logged()).not.toContain(personal)
  })

  it.each([randomUUID(), 'x', '%00'])('404 for %s', async (requestId) => {
    await refused(send(app, 'getRemovalRequest', { params: { requestId } }), 404, 'REMOVAL_REQUEST_NOT_FOUND')
  })
})

describe('listRemovalRequests', () => {
  it('lists open ones first, by status, without the address', async () => {
    const first = await request({ imageId: 1 })
    const second = await request({ imageId: 1, message: 'The one with the boat' })
    await decide(first, 'keep_hidden')
    const { requests, total } = await ask(admin, 'listRemovalRequests', { query: { limit: 1_000 } })
    expect(total).toBe(requests.length)
    const ids = requests.map(({ requestId }) => requestId)
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first))
    expect(JSON.stringify(requests)).not.toContain('198.51.')
    const only = async (status: string) => (await ask(admin, 'listRemovalRequests', { query: { status } })).requests
    expect((await only('open')).map(({ requestId }) => requestId)).not.toContain(first)
    expect((await only('done')).map(({ requestId }) => requestId)).toContain(first)
    expect((await only('refused')).map(({ requestId }) => requestId)).not.toContain(first)
  })

  it('is for moderators', async () => {
    await refused(send(app, 'listRemovalRequests'), 403, 'SESSION_REQUIRED')
    await refused(send(await loginAsAuditor(app), 'listRemovalRequests'), 403, 'ROLE_REQUIRED')
  })
})

describe('contact and message', () => {
  const purge = () => app.app.deps.database.transaction((tx) => purgeAuditLog(app.app.deps, tx))
  const day = 24 * 60 * 60_000

  it('are removed 30 days after the decision, with the address; those of open requests stay', async () => {
    const texts = { message: 'Please', contact: 'ada@example.org' }
    const decided = await request({ imageId: 1, ...texts })
    const open = await request({ imageId: 1, ...texts })
    await decide(decided, 'show_again', 'Sorry')
    const now = clock.now().getTime()
    clock.set(new Date(now + 29 * day).toISOString())
    await purge()
    const { removalRequests } = app.app.deps.database
    expect(await removalRequests.find(decided)).toMatchObject(texts)
    clock.set(new Date(now + 31 * day).toISOString())
    await purge()
    expect(await removalRequests.find(decided)).toMatchObject({
      message: null,
      contact: null,
      address: null,
      note: 'Sorry',
    })
    expect(await removalRequests.find(open)).toMatchObject(texts)
    expect(await statusOf(decided)).toMatchObject({ status: 'refused', note: 'Sorry' })
  })
})
