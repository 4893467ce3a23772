import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const url = 'https://social.example/p/1'
const withConsents = (...socialMediaConsents: number[]) =>
  ownGroup(app, {
    images: 2,
    parts: { metadata: { title: 'A stool', name: 'Ayşe' }, consents: { workshopConsent: true, socialMediaConsents } },
  })
const post = ({ groupId }: OwnedGroup, json: Record<string, unknown>) =>
  send(admin, 'recordPosting', { params: { groupId }, json })
const takedownsOf = async ({ groupId }: OwnedGroup) =>
  (await ask(admin, 'listTakedowns')).takedowns.filter((each) => each.groupId === groupId)
const revoke = ({ owner }: OwnedGroup, platformId: number) =>
  owner.send('PUT', '/consents', { consentType: 'social_media', platformId, action: 'revoke' })
const redaction = { regions: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] }
async function requestRemoval(imageId: number, decision: string): Promise<void> {
  const { requestId } = await ask(app, 'createRemovalRequest', { json: { imageId, reason: 'rights' } })
  await ask(admin, 'decideRemovalRequest', { params: { requestId }, json: { decision } })
}
/** The consent is withdrawn, and its only post removed. */
async function takenDown(group: OwnedGroup): Promise<void> {
  await revoke(group, 1)
  const [takedown] = await takedownsOf(group)
  await ask(admin, 'markTakedown', { params: { takedownId: takedown?.takedownId ?? '' }, json: { done: true } })
}

describe('recordPosting (D78)', () => {
  it('201 with the posting; a withdrawn consent creates a takedown with the address', async () => {
    const group = await withConsents(1)
    const { status, body } = await post(group, { platformId: 1, url, imageIds: [group.imageIds[0]] })
    expect(status).toBe(201)
    const posting = { groupId: group.groupId, platformId: 1, url, imageIds: [group.imageIds[0]] }
    expect(body).toMatchObject({ success: true, posting: { ...posting, id: expect.any(Number) } })
    expect(await takedownsOf(group)).toEqual([])
    await revoke(group, 1)
    const [takedown] = await takedownsOf(group)
    expect(takedown).toMatchObject({ reason: 'revoked', url, title: 'A stool', done: false })
    const params = { takedownId: takedown?.takedownId ?? '' }
    const done = await ask(admin, 'markTakedown', { params, json: { done: true } })
    expect(done.takedown).toMatchObject({ done: true, doneBy: 'admin', doneTimestamp: expect.any(String) })
  })

  it('makes a takedown again when the consent was given again meanwhile: the post may be back', async () => {
    const group = await withConsents(1)
    await post(group, { platformId: 1, url })
    await takenDown(group)
    await group.owner.send('PUT', '/consents', { consentType: 'social_media', platformId: 1, action: 'restore' })
    expect(await takedownsOf(group)).toEqual([])
    await revoke(group, 1)
    expect(await takedownsOf(group)).toMatchObject([{ url, done: false, doneBy: null }])
  })

  it('takes a leap second', async () => {
    const { status, body } = await post(await withConsents(1), { platformId: 1, url, postedAt: '2016-12-31T23:59:60Z' })
    expect([status, body.posting.postedAt]).toEqual([201, '2016-12-31T23:59:59.000Z'])
  })

  it('409 NO_CONSENT without a valid consent; 400 for an invalid address, image or platform', async () => {
    const group = await withConsents(1)
    await refused(post(group, { platformId: 2, url }), 409, 'NO_CONSENT')
    await refused(post(group, { platformId: 99, url }), 400, 'UNKNOWN_PLATFORM')
    await refused(post(group, { platformId: 1, url, imageIds: [987_654] }), 400, 'UNKNOWN_IMAGE')
    for (const bad of ['not an address', 'javascript:alert(1)', `https://a.example/${'x'.repeat(2_000)}`]) {
      await refused(post(group, { platformId: 1, url: bad }), 400, 'INVALID_BODY')
    }
    await refused(post(group, { platformId: 1, url, postedAt: '9999-12-31T23:59:59-01:00' }), 400, 'INVALID_BODY')
    await revoke(group, 1)
    await refused(post(group, { platformId: 1, url }), 409, 'NO_CONSENT')
    await refused(
      send(admin, 'recordPosting', { params: { groupId: 'unknown' }, json: { platformId: 1, url } }),
      404,
      'GROUP_NOT_FOUND',
    )
  })
})

describe('takedowns of deleted groups and images', () => {
  it.each<[string, (group: OwnedGroup) => Promise<unknown>]>([
    ['by its owner', ({ owner }) => owner.send('DELETE')],
    ['by an admin', ({ groupId }) => ask(admin, 'deleteGroup', { params: { groupId } })],
    ['in bulk', ({ groupId }) => ask(admin, 'bulkModerate', { json: { action: 'delete', groupIds: [groupId] } })],
  ])('stay when the group is deleted %s, without personal data', async (_, deleteGroup) => {
    const group = await withConsents(1, 2)
    await post(group, { platformId: 2, url })
    await revoke(group, 1)
    await deleteGroup(group)
    const takedowns = await takedownsOf(group)
    expect(takedowns).toMatchObject([
      { platformId: 2, reason: 'deleted', url, groupName: null, title: null, done: false },
      { platformId: 1, reason: 'revoked', url: null, groupName: null, title: null, done: false },
    ])
    expect(JSON.stringify(takedowns)).not.toMatch(/stool|Ayşe/)
  })

  it('are created for a posted photo that is deleted on its own', async () => {
    const group = await withConsents(1)
    await post(group, { platformId: 1, url, imageIds: [group.imageIds[0]] })
    await group.owner.send('DELETE', `/images/${group.imageIds[0]}`)
    expect(await takedownsOf(group)).toMatchObject([{ reason: 'deleted', url }])
  })

  it.each<[string, (imageId: number, group: OwnedGroup) => Promise<unknown>]>([
    ['hidden', (imageId) => requestRemoval(imageId, 'keep_hidden')],
    ['to be redacted', (imageId) => requestRemoval(imageId, 'redact')],
    ['redacted by its owner', (imageId, { owner }) => owner.send('POST', `/images/${imageId}/redactions`, redaction)],
  ])('are created once for a posted photo that is %s', async (_, withdraw) => {
    const group = await withConsents(1)
    const [first = 0, second = 0] = group.imageIds
    await post(group, { platformId: 1, url, imageIds: [first] })
    await requestRemoval(first, 'show_again')
    await withdraw(second, group)
    expect(await takedownsOf(group)).toEqual([])
    await withdraw(first, group)
    expect(await takedownsOf(group)).toMatchObject([{ reason: 'deleted', url, title: 'A stool' }])
    await group.owner.send('DELETE')
    expect(await takedownsOf(group)).toMatchObject([{ reason: 'deleted', url }])
  })

  it('are not created for a post that was taken down before', async () => {
    const group = await withConsents(1)
    await post(group, { platformId: 1, url, imageIds: [group.imageIds[0]] })
    await takenDown(group)
    await group.owner.send('DELETE', `/images/${group.imageIds[0]}`)
    expect(await takedownsOf(group)).toMatchObject([{ reason: 'revoked', done: true }])
    await group.owner.send('DELETE')
    expect(await takedownsOf(group)).toEqual([])
  })

  it('404 for an unknown takedown', async () => {
    for (const takedownId of ['order.999', 'consent.unknown.1', 'x']) {
      await refused(
        send(admin, 'markTakedown', { params: { takedownId }, json: { done: true } }),
        404,
        'TAKEDOWN_NOT_FOUND',
      )
    }
  })
})
