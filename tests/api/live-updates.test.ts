import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { loginAsAuditor, loginAsModerator } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'
import { startApp } from '#tests/support/start-app.ts'

const { app, admin, waiting, approve, describeFirst } = reviewedGroups()
const published = () => ownGroup(app(), { images: 1 })
const revoke = { consentType: 'workshop', action: 'revoke' }

describe('followGroups', () => {
  it('notifies moderators within two seconds which group was decided, how and by whom', async () => {
    await using listener = await listen(admin(), 'followGroups')
    const { groupId } = await waiting(1)
    // Changes of one moment are one event, which then has no decision.
    await listener.expectEvent({ event: 'change', data: expect.objectContaining({ groupIds: [groupId], by: null }) })
    await approve(groupId)
    const data = { groupIds: [groupId], by: 'admin', decision: 'approved', at: expect.any(String) }
    await listener.expectEvent({ event: 'change', data })
    await approve(groupId, { approved: false })
    await listener.expectEvent({ data: { ...data, decision: 'unapproved' } })
    await ask(admin(), 'bulkModerate', { json: { action: 'delete', groupIds: [groupId] } })
    await listener.expectEvent({ data: { ...data, decision: 'deleted' } })
  })

  it('begins with the number of changes so far, which the page got with its session', async () => {
    const loaded = (await ask(admin(), 'getCsrfToken')).contentVersion
    await using same = await listen(admin(), 'followGroups')
    await same.expectEvent({ event: 'current', data: { contentVersion: loaded } })
    await waiting(1)
    await using other = await listen(admin(), 'followGroups')
    await expect.poll(() => other.events.length).toBeGreaterThan(0)
    expect(other.events[0]?.event).toBe('current')
    expect(other.events[0]?.data).not.toEqual({ contentVersion: loaded })
  })

  it('reports uploads and changes of owners, without a user name', async () => {
    await using listener = await listen(admin(), 'followGroups')
    const group = await waiting(1)
    const data = { groupIds: [group.groupId], by: null, decision: null, at: expect.any(String) }
    await listener.expectEvent({ data })
    const before = listener.events.length
    await describeFirst(group, 'A caption')
    await expect.poll(() => listener.events.length).toBeGreaterThan(before)
  })

  it('reports that a removal request was decided, also when its photo stays as it was', async () => {
    const { groupId, imageIds } = await published()
    const [imageId] = imageIds
    const { requestId } = await ask(app(), 'createRemovalRequest', { json: { reason: 'my_child', imageId } })
    await using listener = await listen(admin(), 'followGroups')
    await expect.poll(() => listener.events.length).toBeGreaterThan(0)
    await ask(admin(), 'decideRemovalRequest', { params: { requestId }, json: { decision: 'keep_hidden' } })
    await listener.expectEvent({ event: 'change', data: expect.objectContaining({ groupIds: [groupId] }) })
  })

  it('is not buffered by proxies', async () => {
    await using listener = await listen(admin(), 'followGroups')
    const { status, headers } = listener.response
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    await expect.poll(listener.text).toContain('retry:1000')
  })

  it('is for moderators: 403 without a session and for auditors', async () => {
    await refused(send(app(), 'followGroups'), 403, 'SESSION_REQUIRED')
    await refused(send(await loginAsAuditor(app()), 'followGroups'), 403, 'ROLE_REQUIRED')
  })

  it('sends nothing after the session has ended', async () => {
    const session = await loginAsModerator(app())
    await using listener = await listen(session, 'followGroups')
    await session.fetch('/auth/logout', { method: 'POST' })
    const { groupId } = await waiting(1)
    await listener.ended
    expect(listener.text()).not.toContain(groupId)
  })
})

describe('followSlideshow', () => {
  it('reports only that the feed has changed, within two seconds', async () => {
    const { groupId, owner } = await published()
    await using listener = await listen(app(), 'followSlideshow')
    // The first comparison is of the feed as it is now.
    await sleep(200)
    await owner.send('PUT', '/consents', revoke)
    await listener.expectEvent({ event: 'change', data: {} })
    expect(listener.text()).not.toContain(groupId)
  })

  it('begins with the ETag of the feed', async () => {
    await published()
    const etag = (await send(app(), 'listGroups')).headers.get('etag')
    await using listener = await listen(app(), 'followSlideshow')
    await listener.expectEvent({ event: 'current', data: { etag } })
  })

  it('does not report pending uploads', async () => {
    await using listener = await listen(app(), 'followSlideshow')
    await sleep(200)
    await waiting(1)
    await sleep(400)
    expect(listener.events.filter(({ event }) => event === 'change')).toEqual([])
  })

  it('405 for HEAD, which would open an unread stream', async () => {
    expect((await app().fetch('/api/slideshow/events', { method: 'HEAD' })).status).toBe(405)
  })

  it('403 HOST_BLOCKED on the public host', async () => {
    const env = { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'public.test', INTERNAL_HOST: 'inside.test' }
    await using restricted = await startApp({ env })
    const headers = { 'x-forwarded-host': 'public.test' }
    await refused(send(restricted, 'followSlideshow', { headers }), 403, 'HOST_BLOCKED')
    await refused(send(restricted, 'followGroups', { headers }), 403, 'HOST_BLOCKED')
  })
})

describe('the connections', () => {
  it('429 beyond the limit per address and in total; closing one frees a place', async () => {
    const env = { EVENT_CONNECTIONS: '2', EVENT_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY_HOPS: '1' }
    await using small = await startApp({ env })
    const from = (address: string) => ({
      fetch: (path: string, init?: RequestInit) =>
        small.fetch(path, { ...init, headers: { ...init?.headers, 'x-forwarded-for': address } }),
    })
    const first = await listen(from('198.51.100.1'), 'followSlideshow')
    await refused(send(from('198.51.100.1'), 'followSlideshow'), 429, 'RATE_LIMITED')
    await using _second = await listen(from('198.51.100.2'), 'followSlideshow')
    await refused(send(from('198.51.100.3'), 'followSlideshow'), 429, 'RATE_LIMITED')
    await first[Symbol.asyncDispose]()
    await expect
      .poll(async () => {
        await using third = await listen(from('198.51.100.3'), 'followSlideshow')
        return third.response.status
      })
      .toBe(200)
  })

  it('end when the service begins to stop', async () => {
    const stopping = await startApp()
    await using listener = await listen(stopping, 'followSlideshow')
    stopping.app.drain()
    await listener.ended
    await refused(send(stopping, 'followSlideshow'), 503, 'TEMPORARILY_UNAVAILABLE')
    await stopping[Symbol.asyncDispose]()
  })

  it('do not delay the stop', async () => {
    const stopping = await startApp()
    await using listener = await listen(stopping, 'followSlideshow')
    await stopping[Symbol.asyncDispose]()
    await listener.ended
  })
})
