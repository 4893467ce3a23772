import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const behindProxy = { TRUST_PROXY_HOPS: '1' }
const wrongToken = () => crypto.randomUUID()

describe('the management rate limit and its bans', () => {
  let app: TestApp
  let admin: Session
  let clock: FakeClock
  beforeAll(async () => {
    clock = fakeClock('2026-03-01T12:00:00.000Z')
    app = await startApp({ env: { ...behindProxy, MANAGEMENT_RATE_LIMIT: '30' }, overrides: { clock } })
  })
  beforeEach(async () => {
    clock.advance(48 * 60 * 60_000)
    admin = await loginAsAdmin(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  const get = async (path: string) => (await admin.fetch(`/api/admin/rate-limiter/${path}`)).json()
  const lift = async (address: string) => {
    const path = `/api/admin/rate-limiter/bans/${encodeURIComponent(address)}`
    const response = await admin.fetch(path, { method: 'DELETE' })
    return { status: response.status, body: await response.json() }
  }
  const ban = async (address: string) => {
    for (let i = 0; i < 20; i++) await owner(app, wrongToken(), { address }).view()
  }

  it('getRateLimiterStats sums up the current windows', async () => {
    expect(await get('stats')).toEqual({ success: true, totalRequests: 0, blockedRequests: 0, activeClients: 0 })
    const { token } = await ownGroup(app)
    for (let i = 0; i < 33; i++) await owner(app, token, { address: '10.9.0.1' }).view()
    await owner(app, token, { address: '10.9.0.2' }).view()
    expect(await get('stats')).toEqual({ success: true, totalRequests: 34, blockedRequests: 3, activeClients: 2 })
  })

  it('listBans lists current bans, liftBan ends one', async () => {
    await ban('10.9.1.1')
    await ban('2001:db8:9::1')
    const bannedUntil = new Date(clock.now().getTime() + 24 * 60 * 60_000).toISOString()
    expect(await get('bans')).toEqual({
      success: true,
      bans: [
        { address: '10.9.1.1', bannedUntil, failedValidations: 20 },
        { address: '2001:db8:9::/64', bannedUntil, failedValidations: 20 },
      ],
      total: 2,
    })
    expect(await lift('2001:db8:9::/64')).toMatchObject({ status: 200, body: { address: '2001:db8:9::/64' } })
    expect(await get('bans')).toMatchObject({ total: 1 })
    const { token } = await ownGroup(app)
    expect((await owner(app, token, { address: '2001:db8:9::1' }).view()).status).toBe(200)
    expect((await owner(app, token, { address: '10.9.1.1' }).view()).status).toBe(403)
    clock.advance(24 * 60 * 60_000)
    admin = await loginAsAdmin(app)
    expect(await get('bans')).toEqual({ success: true, bans: [], total: 0 })
  })

  it('liftBan accepts any address that the ban covers; 404 without a ban', async () => {
    await ban('2001:db8:a::1')
    expect((await lift('2001:db8:a::ffff')).status).toBe(200)
    expect(await lift('2001:db8:a::ffff')).toMatchObject({ status: 404, body: { code: 'BAN_NOT_FOUND' } })
    await owner(app, wrongToken(), { address: '10.9.2.1' }).view()
    expect((await lift('10.9.2.1')).status).toBe(404)
    expect((await lift('no address')).status).toBe(404)
  })

  it('403 without a session', async () => {
    for (const [method, path] of [
      ['GET', 'stats'],
      ['GET', 'bans'],
      ['DELETE', 'bans/10.9.1.1'],
    ] as const) {
      const response = await app.fetch(`/api/admin/rate-limiter/${path}`, { method })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'SESSION_REQUIRED' })
    }
  })
})
