import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  adminCredentials,
  type Credentials,
  cookieOf,
  login,
  loginAsAdmin,
  loginAsNew,
  post,
  sessionOf,
} from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const { username, password } = adminCredentials

describe('with an admin', () => {
  let app: TestApp
  const verified: (string | undefined)[] = []
  beforeAll(async () => {
    app = await startApp({ env: { TRUST_PROXY_HOPS: '1' } })
    const { passwords } = app.app.deps
    const { verify } = passwords
    passwords.verify = (hash, text) => {
      verified.push(hash)
      return verify(hash, text)
    }
    await loginAsAdmin(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
  const attempt = (body: unknown, address = '192.0.2.1') =>
    post(app, '/auth/login', body, { 'x-forwarded-for': address })

  describe('login', () => {
    it('200 with user, CSRF token and a cookie', async () => {
      const response = await attempt(adminCredentials)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^sid=[\w-]{32}\.[\w+/]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^device-/),
      ])
      expect(await response.json()).toEqual({
        success: true,
        user: { id: 1, username, role: 'admin', requiresPasswordChange: false, exhibitionIds: null },
        csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      })
    })

    it('says each time that the password is one of the hundred most common, until it is changed', async () => {
      const careless = { username: 'careless', password: 'Password1' }
      await (await loginAsAdmin(app)).fetch('/api/admin/users', { method: 'POST', json: careless })
      const answer = async (credentials: Credentials) => (await attempt(credentials)).json()
      for (let n = 0; n < 2; n += 1) expect(await answer(careless)).toMatchObject({ passwordIsCommon: true })
      const session = await login(app, careless)
      const change = { currentPassword: careless.password, newPassword: password }
      const changed = await session.fetch('/auth/change-password', { method: 'POST', json: change })
      expect(await changed.json()).not.toHaveProperty('passwordIsCommon')
      expect(await answer({ ...careless, password })).not.toHaveProperty('passwordIsCommon')
    })

    it('takes the name without regard to case', async () => {
      expect((await attempt({ username: 'ADMIN', password })).status).toBe(200)
      expect((await attempt({ username, password: password.toUpperCase() })).status).toBe(401)
    })

    it('401 LOGIN_FAILED with the same answer and the same work for a wrong password and an unknown user', async () => {
      verified.length = 0
      const wrong = await attempt({ username, password: 'wrong password' })
      const unknown = await attempt({ username: 'nobody', password: 'wrong password' })
      expect([wrong.status, unknown.status]).toEqual([401, 401])
      expect(await wrong.json()).toEqual(await unknown.json())
      expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()])
      expect(wrong.headers.getSetCookie()).toEqual([])
      expect(verified).toEqual([expect.stringMatching(/^\$argon2id/), undefined])
    })

    it.each([{}, { username }, { password }, { username: null, password }, []])('400 for %j', async (body) => {
      expect(await codeOf(await attempt(body))).toEqual([400, 'INVALID_BODY'])
    })

    it('400 for malformed JSON, 415 for a form, which another site could send', async () => {
      const send = (type: string, body: string) =>
        app.fetch('/auth/login', { method: 'POST', headers: { 'content-type': type }, body })
      expect(await codeOf(await send('application/json', '{'))).toEqual([400, 'MALFORMED_JSON'])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        expect(await codeOf(await send(type, JSON.stringify(adminCredentials)))).toEqual([
          415,
          'UNSUPPORTED_MEDIA_TYPE',
        ])
      }
    })

    it.each([username, 'nobody'])('429 after ten failures of %s from one address', async (name) => {
      const address = name === username ? '198.51.100.1' : '198.51.100.2'
      for (let n = 0; n < 10; n += 1) {
        expect(await codeOf(await attempt({ username: name, password: `wrong ${n}` }, address))).toEqual([
          401,
          'LOGIN_FAILED',
        ])
      }
      for (const spelling of [name, name.toUpperCase()]) {
        const refused = await attempt({ username: spelling, password }, address)
        const seconds = Number(refused.headers.get('retry-after'))
        expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
        expect(seconds).toBeGreaterThan(15 * 60 - 60)
        expect(seconds).toBeLessThanOrEqual(15 * 60)
      }
      expect((await attempt(adminCredentials, '198.51.100.3')).status).toBe(200)
      expect((await attempt({ username: 'other', password }, address)).status).toBe(401)
    })

    it('429 after thirty failures from one address (IPv6: /64), for any names', async () => {
      const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2']
      for (let n = 0; n < 30; n += 1) {
        const failed = await attempt({ username: `name ${n % 25}`, password: 'wrong' }, addresses[n % 2])
        expect(failed.status).toBe(401)
      }
      const refused = await attempt(adminCredentials, addresses[0])
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
      expect((await attempt(adminCredentials, '2001:db8:1:3::1')).status).toBe(200)
    })

    it('keeps the failures of other names after a success', async () => {
      const address = '198.51.100.30'
      for (let n = 0; n < 30; n += 1) {
        await attempt({ username: `name ${n}`, password: 'wrong' }, address)
        if (n === 15) expect((await attempt(adminCredentials, address)).status).toBe(200)
      }
      expect((await attempt(adminCredentials, address)).status).toBe(429)
    })

    it('does not verify passwords while it refuses logins', async () => {
      verified.length = 0
      expect((await attempt(adminCredentials, '198.51.100.1')).status).toBe(429)
      expect(verified).toEqual([])
    })

    it('clears the failures of a name after a success', async () => {
      for (let round = 0; round < 2; round += 1) {
        for (let n = 0; n < 9; n += 1) await attempt({ username, password: 'wrong' }, '198.51.100.4')
        expect((await attempt(adminCredentials, '198.51.100.4')).status).toBe(200)
      }
    })

    it('answers ten of many parallel guesses', async () => {
      const guesses = Array.from({ length: 18 }, (_, n) => ({ username, password: n === 17 ? password : `wrong ${n}` }))
      const answers = await Promise.all(guesses.map((guess) => attempt(guess, '198.51.100.5')))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), ...Array(8).fill(429)])
    })
  })

  describe('logout', () => {
    it('204 and ends the session', async () => {
      const session = await login(app, adminCredentials)
      const response = await session.fetch('/auth/logout', { method: 'POST' })
      expect([response.status, await response.text()]).toEqual([204, ''])
      expect(response.headers.getSetCookie()).toEqual(['sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
      expect(await codeOf(await session.fetch('/auth/csrf-token'))).toEqual([403, 'SESSION_REQUIRED'])
    })

    it('403 CSRF_INVALID with a session and without its token; the session stays valid', async () => {
      const session = await login(app, adminCredentials)
      const response = await app.fetch('/auth/logout', { method: 'POST', headers: { cookie: session.cookie } })
      expect(await codeOf(response)).toEqual([403, 'CSRF_INVALID'])
      expect((await session.fetch('/auth/csrf-token')).status).toBe(200)
    })

    it('204 without a session', async () => {
      expect((await app.fetch('/auth/logout', { method: 'POST' })).status).toBe(204)
      const unknown = await app.fetch('/auth/logout', { method: 'POST', headers: { cookie: 'sid=x.y' } })
      expect(unknown.status).toBe(204)
    })
  })

  describe('getCsrfToken', () => {
    it('200 with the token of the login and the user', async () => {
      const session = await login(app, adminCredentials)
      const response = await session.fetch('/auth/csrf-token')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual({
        csrfToken: session.csrfToken,
        user: session.user,
        isConfirmed: true,
        contentVersion: expect.any(Number),
      })
    })

    it('each session has its own', async () => {
      const [one, two] = [await login(app, adminCredentials), await login(app, adminCredentials)]
      expect(one.csrfToken).not.toBe(two.csrfToken)
    })
  })

  describe('changePassword', () => {
    const next = 'another long password'
    const change = (session: { fetch: typeof one.fetch }, json: unknown) =>
      session.fetch('/auth/change-password', { method: 'POST', json })
    let one: Awaited<ReturnType<typeof login>>
    let two: typeof one
    let admin: typeof one
    const hilde = { username: 'Hilde Tell', password }
    beforeAll(async () => {
      admin = await login(app, adminCredentials)
      one = await loginAsNew(app, { username: hilde.username, requirePasswordChange: true })
      two = await login(app, hilde)
    })

    it('400 WRONG_PASSWORD, INVALID_PASSWORD, INVALID_BODY; nothing changes', async () => {
      const cases: [unknown, string][] = [
        [{ currentPassword: 'wrong', newPassword: next }, 'WRONG_PASSWORD'],
        [{ currentPassword: password, newPassword: 'short' }, 'INVALID_PASSWORD'],
        [{ currentPassword: password, newPassword: 'x'.repeat(257) }, 'INVALID_PASSWORD'],
        [{ currentPassword: password, newPassword: password }, 'INVALID_PASSWORD'],
        [{ currentPassword: password, newPassword: 'hilde tell' }, 'WEAK_PASSWORD'],
        [{ currentPassword: password }, 'INVALID_BODY'],
        [{ newPassword: next }, 'INVALID_BODY'],
      ]
      for (const [body, code] of cases) expect(await codeOf(await change(one, body))).toEqual([400, code])
      expect((await login(app, hilde)).user.requiresPasswordChange).toBe(true)
    })

    it('200 with a new session id, clears the flag and ends all other sessions of the user', async () => {
      const response = await change(one, { currentPassword: password, newPassword: next })
      expect(response.status).toBe(200)
      const fresh = await sessionOf(app, response)
      expect(fresh.user).toEqual({ ...one.user, requiresPasswordChange: false })
      expect(fresh.cookie).not.toBe(one.cookie)
      expect(fresh.csrfToken).not.toBe(one.csrfToken)
      expect((await fresh.fetch('/auth/csrf-token')).status).toBe(200)
      expect((await fresh.fetch('/api/admin/nothing')).status).toBe(404)
      for (const old of [one, two]) {
        expect(await codeOf(await old.fetch('/auth/csrf-token'))).toEqual([403, 'SESSION_REQUIRED'])
      }
      expect((await admin.fetch('/auth/csrf-token')).status).toBe(200)
      expect(await codeOf(await attempt(hilde))).toEqual([401, 'LOGIN_FAILED'])
      one = await login(app, { ...hilde, password: next })
    })

    it('lets one of two parallel changes succeed', async () => {
      two = await login(app, { ...hilde, password: next })
      const answers = await Promise.all(
        [one, two].map((session, n) => change(session, { currentPassword: next, newPassword: `password number ${n}` })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const winner = statuses.indexOf(200)
      await login(app, { ...hilde, password: `password number ${winner}` })
    })

    it('429 after ten wrong current passwords, also for the correct one and at the login', async () => {
      const session = await loginAsNew(app, { username: 'guessed' })
      const guess = (currentPassword: string) => change(session, { currentPassword, newPassword: next })
      for (let n = 0; n < 10; n++) expect(await codeOf(await guess(`guess ${n}`))).toEqual([400, 'WRONG_PASSWORD'])
      const refused = await guess(password)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
      expect(await codeOf(await attempt({ username: 'guessed', password }, '127.0.0.1'))).toEqual([429, 'RATE_LIMITED'])
    })

    it('a login with the old password during the change opens no lasting session', async () => {
      const name = 'ingo'
      const session = await loginAsNew(app, { username: name })
      const { passwords } = app.app.deps
      const { verify } = passwords
      let changed: Response | undefined
      passwords.verify = async (hash, text) => {
        passwords.verify = verify
        const matches = await verify(hash, text)
        changed = await change(session, { currentPassword: password, newPassword: next })
        return matches
      }
      const late = await login(app, { username: name, password })
      expect(changed?.status).toBe(200)
      expect(await codeOf(await late.fetch('/auth/csrf-token'))).toEqual([403, 'SESSION_REQUIRED'])
    })
  })

  it('the log has no password, session id or CSRF token', async () => {
    const session = await login(app, adminCredentials)
    await session.fetch('/auth/logout', { method: 'POST' })
    const id = cookieOf(await attempt(adminCredentials)).slice('sid='.length)
    const log = app.logged()
    expect(log).toContain('/auth/login')
    for (const secret of [password, session.cookie.slice(4, 30), session.csrfToken, id.slice(0, 20)]) {
      expect(log).not.toContain(secret)
    }
  })
})
