import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, loginAsNew, post } from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const { password } = adminCredentials
const dayMs = 24 * 60 * 60_000

/** A device that has logged in before has failures of its own: others at its address cannot lock it out (D53). */
describe('a device that has logged in before', () => {
  let app: TestApp
  let clock: FakeClock
  let addresses = 0
  beforeAll(async () => {
    clock = fakeClock('2026-11-22T10:00:00.000Z')
    app = await startApp({ env: { TRUST_PROXY_HOPS: '1' }, overrides: { clock } })
    await loginAsAdmin(app)
    await loginAsNew(app, { username: 'mallory' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const attempt = (json: unknown, address: string, cookie?: string) =>
    post(app, '/auth/login', json, { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) })
  const setCookies = async (username: string) => {
    addresses += 1
    return (await attempt({ username, password }, `198.51.100.${addresses}`)).headers.getSetCookie()
  }
  /** What the browser of a user sends back after the session has ended. */
  const deviceOf = async (username: string) => (await setCookies(username))[1]?.split(';', 1)[0] ?? ''
  /** As many wrong logins as an address has, with any names; then even the right one is refused. */
  const shut = async (address: string) => {
    for (let n = 0; n < 32; n += 1) await attempt({ username: `name ${n % 29}`, password: 'wrong' }, address)
    expect(await codeOf(await attempt(adminCredentials, address))).toEqual([429, 'RATE_LIMITED'])
  }

  it('gets a cookie for a year, protected as the session’s, that the session’s end leaves', async () => {
    const [session, device] = await setCookies('admin')
    expect(session).toMatch(/^sid=/)
    expect(device).toMatch(
      /^device-[\w-]{16}=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=31536000; Path=\/auth; HttpOnly; SameSite=Lax$/,
    )
    await using secure = await startApp({ env: { NODE_ENV: 'production' } })
    const setup = await post(secure, '/auth/setup/initial-admin', adminCredentials)
    expect(setup.headers.getSetCookie()[1]).toMatch(/; Path=\/auth; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('logs in after any number of wrong logins from its address', async () => {
    const device = await deviceOf('admin')
    await shut('203.0.113.1')
    const response = await attempt({ username: 'ADMIN', password }, '203.0.113.1', device)
    expect(response.status).toBe(200)
    const again = response.headers.getSetCookie()[1]?.split(';', 1)[0]
    expect((await attempt(adminCredentials, '203.0.113.1', again)).status).toBe(200)
  })

  it('confirms and changes the password there, too', async () => {
    const device = await deviceOf('admin')
    await shut('203.0.113.2')
    const login = await attempt(adminCredentials, '203.0.113.2', device)
    const { csrfToken } = (await login.json()) as { csrfToken: string }
    const cookie = login.headers.getSetCookie().map((each) => each.split(';', 1)[0])
    const send = (path: string, json: unknown) =>
      post(app, path, json, {
        'x-forwarded-for': '203.0.113.2',
        'x-csrf-token': csrfToken,
        cookie: cookie.join('; '),
      })
    expect((await send('/auth/confirm', { password })).status).toBe(200)
    const change = { currentPassword: password, newPassword: password }
    expect((await send('/auth/change-password', change)).status).toBe(200)
  })

  it('is known for its own account only, unchanged, for a year', async () => {
    const device = await deviceOf('admin')
    const other = await deviceOf('mallory')
    const name = device.split('=', 1)[0]
    const forged = [
      other,
      `${name}=${other.split('=')[1]}`,
      device.replace(/.\.(?=\d)/, '_.'),
      `${name}=`,
      `${name}=a.b`,
    ]
    await shut('203.0.113.3')
    for (const cookie of forged) {
      expect(await codeOf(await attempt(adminCredentials, '203.0.113.3', cookie))).toEqual([429, 'RATE_LIMITED'])
    }
    clock.set(new Date(clock.now().getTime() + 364 * dayMs).toISOString())
    expect((await attempt(adminCredentials, '203.0.113.3', device)).status).toBe(200)
    clock.set(new Date(clock.now().getTime() + 2 * dayMs).toISOString())
    await shut('203.0.113.4')
    expect((await attempt(adminCredentials, '203.0.113.4', device)).status).toBe(429)
  })

  it('has ten failures of its own, which count for nobody else', async () => {
    const device = await deviceOf('admin')
    const wrong = { username: 'admin', password: 'wrong' }
    for (let n = 0; n < 10; n += 1) expect((await attempt(wrong, '203.0.113.5', device)).status).toBe(401)
    const refused = await attempt(adminCredentials, '203.0.113.5', device)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
    expect((await attempt(adminCredentials, '203.0.113.6', device)).status).toBe(429)
    expect((await attempt(adminCredentials, '203.0.113.5')).status).toBe(200)
    expect((await attempt(adminCredentials, '203.0.113.5', await deviceOf('admin'))).status).toBe(200)
  })

  it('is known by its other accounts, too, when several people use it', async () => {
    const device = await deviceOf('admin')
    const second = await attempt({ username: 'mallory', password }, '198.51.100.200', device)
    const both = `${device}; ${second.headers.getSetCookie()[1]?.split(';', 1)[0]}`
    await shut('203.0.113.7')
    expect((await attempt(adminCredentials, '203.0.113.7', both)).status).toBe(200)
    expect((await attempt({ username: 'mallory', password }, '203.0.113.7', both)).status).toBe(200)
  })

  it('is unknown after the session secret has changed', async () => {
    const device = await deviceOf('admin')
    await using other = await startApp({ env: { TRUST_PROXY_HOPS: '1', ADMIN_SESSION_SECRET: 'x'.repeat(32) } })
    await loginAsAdmin(other)
    const attemptThere = (json: unknown) =>
      post(other, '/auth/login', json, { 'x-forwarded-for': '192.0.2.9', cookie: device })
    for (let n = 0; n < 30; n += 1) await attemptThere({ username: `name ${n}`, password: 'wrong' })
    expect((await attemptThere(adminCredentials)).status).toBe(429)
  })
})
