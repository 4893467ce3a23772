import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const clock = fakeClock('2026-11-22T10:00:00.000Z')
const messenger = { MESSENGER_BOT_TOKEN: '1:secret', MESSENGER_CHAT_ID: '7', MESSENGER_LANGUAGE: 'en' }
let app: TestApp
let admin: Session
beforeAll(async () => {
  const env = { MANAGEMENT_RATE_LIMIT: '1000', UPLOAD_RATE_LIMIT: '1000', TRUST_PROXY_HOPS: '1', ...messenger }
  app = await startApp({ env, overrides: { clock } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`
const create = (json: unknown, address = newAddress()) =>
  send(app, 'createRemovalRequest', { json, headers: { 'x-forwarded-for': address } })
const request = async (json: Record<string, unknown>, address?: string) =>
  (await create({ reason: 'me', ...json }, address)).body.requestId
const decide = (requestId: string, decision: string, note?: string) =>
  send(admin, 'decideRemovalRequest', { params: { requestId }, json: { decision, note } })
const statusOf = (requestId: string) => ask(app, 'getRemovalRequest', { params: { requestId } })
const listed = async (requestId: string) =>
  (await ask(admin, 'listRemovalRequests', { query: { limit: 1_000 } })).requests.find(
    (each) => each.requestId === requestId,
  )
const shown = async ({ groupId }: OwnedGroup) => (await send(app, 'getGroup', { params: { groupId } })).body
const shownIds = async (group: OwnedGroup) => ((await shown(group)).images ?? []).map(({ id }) => id)
const codeOf = async (group: OwnedGroup, index = 0) => (await shown(group)).images[index]?.code ?? ''

describe('decideRemovalRequest', () => {
  it('show_again refuses it and shows the photo under new addresses', async () => {
    const group = await ownGroup(app)
    const before = (await shown(group)).images[0]
    const requestId = await request({ code: await codeOf(group) })
    const { body } = await decide(requestId, 'show_again', 'Only the bench is to be seen.')
    expect(body.request).toMatchObject({ status: 'refused', decidedBy: 'admin', hidden: false })
    const after = (await shown(group)).images[0]
    expect(after?.id).toBe(before?.id)
    expect(after?.filePath).not.toBe(before?.filePath)
  })

  it('keep_hidden hides a photo that waited visibly', async () => {
    const group = await ownGroup(app)
    const requestId = await request({ imageId: group.imageIds[0], reason: 'rights' })
    expect((await decide(requestId, 'keep_hidden')).body.request).toMatchObject({ status: 'done', hidden: true })
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('remove deletes the photo, and the group with its only one', async () => {
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

  it('redact keeps the photo hidden until it is redacted', async () => {
    const group = await ownGroup(app)
    const requestId = await request({ code: await codeOf(group) })
    expect((await decide(requestId, 'redact')).body.request).toMatchObject({ status: 'done', hidden: true })
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('shows a photo again only when no other request keeps it hidden', async () => {
    const group = await ownGroup(app)
    const code = await codeOf(group)
    const first = await request({ code })
    await decide(first, 'keep_hidden')
    const second = await request({ imageId: group.imageIds[0] })
    await decide(second, 'show_again')
    expect(await shownIds(group)).not.toContain(group.imageIds[0])
  })

  it('409 when it is decided already; 404 for an unknown one', async () => {
    const requestId = await request({ imageId: 1 })
    await decide(requestId, 'keep_hidden')
    await refused(decide(requestId, 'remove'), 409, 'REMOVAL_REQUEST_DECIDED')
    await refused(decide(randomUUID(), 'remove'), 404, 'REMOVAL_REQUEST_NOT_FOUND')
  })

  it('is done when the photo or its group is deleted otherwise', async () => {
    const group = await ownGroup(app)
    const [first, second] = group.imageIds
    const [one, other] = [await request({ imageId: first }), await request({ imageId: second })]
    await group.owner.send('DELETE', `/images/${first}`)
    expect(await statusOf(one)).toMatchObject({ status: 'done' })
    await group.owner.send('DELETE')
    expect(await statusOf(other)).toMatchObject({ status: 'done' })
    expect(await listed(other)).toMatchObject({ decision: 'remove', decidedBy: null, previewPath: null })
  })

  it('writes the log of admins, with the id masked', async () => {
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
  it('refuses all of an address, shows its photos again and takes no more from it', async () => {
    const group = await ownGroup(app)
    const address = newAddress()
    const codes = (await shown(group)).images.map(({ code }) => code)
    const [first = ''] = await Promise.all(codes.map((code) => request({ code }, address)))
    expect(await shownIds(group)).toEqual([])
    expect(await listed(first)).toMatchObject({ openFromAddress: 3 })
    const { refused: count } = await ask(admin, 'refuseRemovalAddress', { params: { requestId: first } })
    expect(count).toBe(3)
    expect(await shownIds(group)).toEqual(group.imageIds)
    expect(await statusOf(first)).toMatchObject({ status: 'refused' })
    await refused(create({ reason: 'me', code: codes[0] }, address), 429, 'RATE_LIMITED')
    expect((await create({ reason: 'me', code: codes[0] })).status).toBe(201)
  })
})
