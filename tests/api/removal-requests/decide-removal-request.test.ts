import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ask, refused, send } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import {
  admin,
  app,
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

describe('decideRemovalRequest', () => {
  it('show_again refuses the request and shows the photo at new addresses', async () => {
    const group = await ownGroup(app)
    const before = (await shown(group)).images[0]
    const requestId = await request({ code: await codeOf(group) })
    const { body } = await decide(requestId, 'show_again', 'Only the bench is to be seen.')
    expect(body.request).toMatchObject({ status: 'refused', decidedBy: 'admin', hidden: false })
    const after = (await shown(group)).images[0]
    expect(after?.id).toBe(before?.id)
    expect(after?.filePath).not.toBe(before?.filePath)
  })

  it('answers the revisions of the group, so that its moderator can approve it at once (D44)', async () => {
    const group = await ownGroup(app)
    const { groupId } = group
    const previousRevision = (await ask(admin, 'getAdminGroup', { params: { groupId } })).revision
    const requestId = await request({ imageId: group.imageIds[0], reason: 'rights' })
    const { revisions } = (await decide(requestId, 'keep_hidden')).body
    const { revision } = await ask(admin, 'getAdminGroup', { params: { groupId } })
    expect(revisions).toEqual([{ groupId, previousRevision, revision }])
    expect(revision).not.toBe(previousRevision)
  })

  it('keep_hidden hides a photo that was still visible', async () => {
    const group = await ownGroup(app)
    const requestId = await request({ imageId: group.imageIds[0], reason: 'rights' })
    expect((await decide(requestId, 'keep_hidden')).body.request).toMatchObject({ status: 'done', hidden: true })
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('remove deletes the photo, and the group if it is the only one', async () => {
    const group = await ownGroup(app, { images: 2 })
    const [first, second] = group.imageIds
    const one = await request({ imageId: first, reason: 'my_child' })
    expect((await decide(one, 'remove')).body.request).toMatchObject({
      status: 'done',
      previewPath: null,
      filePath: null,
    })
    expect((await group.owner.view()).body.data.images.map(({ id }) => id)).toEqual([second])
    const other = await request({ imageId: second, reason: 'my_child' })
    await decide(other, 'remove')
    expect((await group.owner.view()).status).toBe(404)
    expect(await statusOf(other)).toMatchObject({ status: 'done' })
  })

  it('redact keeps the photo hidden until it is redacted, also from a moderator who shows it', async () => {
    const group = await ownGroup(app)
    const requestId = await request({ code: await codeOf(group) })
    expect((await decide(requestId, 'redact')).body.request).toMatchObject({ status: 'done', hidden: true })
    const params = { groupId: group.groupId, imageId: group.imageIds[0] ?? 0 }
    await refused(send(admin, 'editImage', { params, json: { hidden: false } }), 409, 'REMOVAL_REQUEST_OPEN')
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('keep_hidden leaves it to a moderator to show the photo later', async () => {
    const group = await ownGroup(app)
    await decide(await request({ code: await codeOf(group) }), 'keep_hidden')
    const params = { groupId: group.groupId, imageId: group.imageIds[0] ?? 0 }
    expect((await send(admin, 'editImage', { params, json: { hidden: false } })).status).toBe(200)
    expect(await shownIds(group)).toContain(group.imageIds[0])
  })

  it.each([true, false])(
    'redact counts for one request: another one needs its own redaction (first: %s)',
    async (first) => {
      const group = await ownGroup(app)
      const [imageId = 0] = group.imageIds
      const redact = () =>
        ask(admin, 'redactImage', {
          params: { groupId: group.groupId, imageId },
          json: { regions: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] },
        })
      const [one, other] = [
        await request({ imageId, reason: 'my_child' }),
        await request({ imageId, reason: 'my_child' }),
      ]
      if (first) await decide(one, 'redact')
      await redact()
      if (!first) await decide(one, 'redact')
      await decide(other, 'redact')
      expect(await shownIds(group)).not.toContain(imageId)
      await redact()
      expect(await shownIds(group)).toContain(imageId)
    },
  )

  it('shows a photo again only when no other request keeps it hidden', async () => {
    const group = await ownGroup(app)
    const code = await codeOf(group)
    const first = await request({ code })
    await decide(first, 'keep_hidden')
    const second = await request({ imageId: group.imageIds[0] })
    await decide(second, 'show_again')
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('409 when it is already decided; 404 for an unknown one', async () => {
    const requestId = await request({ imageId: 1 })
    await decide(requestId, 'keep_hidden')
    await refused(decide(requestId, 'remove'), 409, 'REMOVAL_REQUEST_DECIDED')
    await refused(decide(randomUUID(), 'remove'), 404, 'REMOVAL_REQUEST_NOT_FOUND')
  })

  it('is closed when the photo or its group is deleted in another way', async () => {
    const group = await ownGroup(app)
    const [first, second] = group.imageIds
    const [one, other] = [await request({ imageId: first }), await request({ imageId: second })]
    await group.owner.send('DELETE', `/images/${first}`)
    expect(await statusOf(one)).toMatchObject({ status: 'done' })
    await group.owner.send('DELETE')
    expect(await statusOf(other)).toMatchObject({ status: 'done' })
    expect(await listed(other)).toMatchObject({ decision: 'remove', decidedBy: null, previewPath: null })
  })

  it('writes to the admin log, with a masked id', async () => {
    const requestId = await request({ imageId: 1 })
    await decide(requestId, 'keep_hidden', 'A word')
    const { entries } = await ask(admin, 'listAdminAudit', { query: { action: 'decide_removal_request' } })
    expect(entries[0]).toMatchObject({
      target_type: 'removal_request',
      target_id: `${requestId.slice(0, 8)}…`,
      details: { decision: 'keep_hidden' },
    })
    expect(JSON.stringify(entries)).not.toContain('A word')
  })
})

describe('refuseRemovalAddress', () => {
  const refuse = (requestId: string) => ask(admin, 'refuseRemovalAddress', { params: { requestId } })

  it('refuses the requests of an address and accepts no more; their photos stay hidden until a decision', async () => {
    const group = await ownGroup(app, { images: 15 })
    const address = newAddress()
    const codes = (await shown(group)).images.map(({ code }) => code)
    const [first = ''] = await Promise.all(codes.slice(0, 3).map((code) => request({ code }, address)))
    expect(await listed(first)).toMatchObject({ openFromAddress: 3 })
    expect(await refuse(first)).toMatchObject({ refused: 3, blocked: true })
    expect(await shownIds(group)).toEqual(group.imageIds.slice(3))
    expect(await statusOf(first)).toMatchObject({ status: 'refused' })
    await refused(create({ reason: 'me', code: codes[0] }, address), 429, 'RATE_LIMITED')
    const params = { groupId: group.groupId, imageId: group.imageIds[0] ?? 0 }
    expect((await send(admin, 'editImage', { params, json: { hidden: false } })).status).toBe(200)
    expect((await create({ reason: 'me', code: codes[0] })).status).toBe(201)
  })

  it('never touches a request for a child', async () => {
    const group = await ownGroup(app, { images: 15 })
    const address = newAddress()
    const child = await request({ reason: 'my_child', imageId: group.imageIds[0] }, address)
    const prank = await request({ imageId: group.imageIds[1] }, address)
    expect(await listed(prank)).toMatchObject({ openFromAddress: 1 })
    expect(await refuse(prank)).toMatchObject({ refused: 1 })
    expect(await statusOf(child)).toMatchObject({ status: 'open' })
    expect((await create({ reason: 'my_child', imageId: group.imageIds[2] }, address)).status).toBe(201)
    expect(await shownIds(group)).toEqual([group.imageIds[1], ...group.imageIds.slice(3)])
  })

  it('blocks no address that many people share', async () => {
    const group = await ownGroup(app)
    const prank = await request({ imageId: group.imageIds[0] }, '203.0.113.7')
    expect(await refuse(prank)).toMatchObject({ refused: 1, blocked: false })
    expect((await create({ reason: 'me', imageId: group.imageIds[1] }, '203.0.113.7')).status).toBe(201)
  })
})
