import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  adminCredentials,
  login,
  loginAsAdmin,
  loginAsNew,
  post,
  type Session,
  sessionOf,
} from '#tests/support/admin.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { softPasskey } from '#tests/support/pages/soft-passkey.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const { password } = adminCredentials
const clock = fakeClock('2026-03-02T08:00:00.000Z')
const minute = 60_000
let app: TestApp
let session: Session
let username: string
let users = 0
beforeAll(async () => {
  app = await startApp({ overrides: { clock }, env: { TRUST_PROXY_HOPS: '1' } })
  await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  username = `person ${users++}`
  session = await loginAsNew(app, { username, role: 'moderator' })
})

/** What answers here may have. */
interface Json {
  code: string
  error: string
  secret: string
  uri: string
  challenge: string
  details: { challenge: string; methods: string[]; passkey: { challenge: string } }
  options: { challenge: string; excludeCredentials: unknown[] }
  factor: { id: number }
  factors: { id: number }[]
  recoveryCodes: string[]
  users: { username: string }[]
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as Json).code]
const factors = '/api/admin/account/factors'
const send = (path: string, json: unknown = undefined, method = 'POST') =>
  session.fetch(`${factors}${path}`, { method, ...(json !== undefined && { json }) })
/** Each from an address of its own, so that limits of addresses do not meet. */
let addresses = 0
const from = () => ({ 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}` })
const firstStep = async () => {
  const response = await post(app, '/auth/login', { username, password }, from())
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
}
const secondStep = (json: unknown, headers = from()) => post(app, '/auth/second-factor', json, headers)
const codeAt = (secret: string, offsetMs = 0) =>
  generate({ secret, epoch: Math.floor((clock.now().getTime() + offsetMs) / 1000) })
const wrongCode = async (secret: string) => {
  const right = await Promise.all([-30_000, 0, 30_000].map((offset) => codeAt(secret, offset)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string
}

/** The secret and the recovery codes of an authenticator app in use; its first code is spent. */
async function withTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await (await send('/totp')).json()) as { secret: string }
  const confirmed = await send('/totp/confirm', { code: await codeAt(secret) })
  expect(confirmed.status).toBe(200)
  clock.advance(minute)
  return { secret, recoveryCodes: ((await confirmed.json()) as Json).recoveryCodes }
}

async function withPasskey(place?: Parameters<typeof softPasskey>[0]) {
  const key = softPasskey(place)
  const { options } = (await (await send('/passkeys/options')).json()) as Json
  const response = await send('/passkeys', { attestation: key.create(options), name: ' Blue key ' })
  return { key, response, body: (await response.json()) as Json }
}

describe('an account without a second factor', () => {
  it('logs in with the password alone', async () => {
    expect((await firstStep()).status).toBe(200)
    expect(await (await session.fetch(factors)).json()).toEqual({ success: true, factors: [], recoveryCodesLeft: 0 })
  })
})

describe('addTotp', () => {
  it('200 with a secret and an address for the QR code; it does not count before it is confirmed', async () => {
    const body = (await (await send('/totp')).json()) as Json
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/Werkschau:${username}`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: body.secret, issuer: 'Werkschau' })
    expect(await (await session.fetch(factors)).json()).toMatchObject({ factors: [] })
    expect((await firstStep()).status).toBe(200)
  })

  it('keeps the secret where a copy of the database does not show it', async () => {
    const { secret } = await withTotp()
    const [totp] = await app.app.deps.database.secondFactors.ofUser(session.user.id)
    expect(totp).toMatchObject({ type: 'totp', confirmed: true })
    expect(JSON.stringify(totp)).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  })
})

describe('confirmTotp', () => {
  it('200 with ten recovery codes; the other sessions of the account end', async () => {
    const other = await login(app, { username, password })
    const { secret } = (await (await send('/totp')).json()) as { secret: string }
    const response = await send('/totp/confirm', { code: await codeAt(secret) })
    const { factor, recoveryCodes } = (await response.json()) as Json
    expect(factor).toMatchObject({ type: 'totp', name: 'TOTP' })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect(await (await session.fetch(factors)).json()).toMatchObject({ factors: [factor], recoveryCodesLeft: 10 })
    expect((await other.fetch('/auth/csrf-token')).status).toBe(403)
    const { users } = (await (await (await loginAsAdmin(app)).fetch('/api/admin/users')).json()) as Json
    expect(users.find((user) => user.username === username)).toMatchObject({ secondFactor: true })
  })

  it('400 INVALID_CODE, 404 when none waits for its code', async () => {
    expect(await codeOf(await send('/totp/confirm', { code: '123456' }))).toEqual([404, 'FACTOR_NOT_FOUND'])
    const { secret } = (await (await send('/totp')).json()) as { secret: string }
    for (const code of [await wrongCode(secret), '', '12345', '1234567', 'x']) {
      expect(await codeOf(await send('/totp/confirm', { code }))).toEqual([400, 'INVALID_CODE'])
    }
    expect((await firstStep()).status).toBe(200)
  })

  it('a second app takes the place of the first', async () => {
    const first = await withTotp()
    const second = await withTotp()
    const { challenge } = (await firstStep()).body
    expect(await codeOf(await secondStep({ challenge, code: await codeAt(first.secret) }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    expect(await codeOf(await secondStep({ challenge, code: first.recoveryCodes[0] }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    expect((await secondStep({ challenge, code: await codeAt(second.secret) })).status).toBe(200)
  })
})

describe('login with an authenticator app', () => {
  it('401 SECOND_FACTOR_REQUIRED with a challenge and no session; a wrong password says nothing of it', async () => {
    await withTotp()
    const { status, headers, body } = await firstStep()
    expect([status, body.code, body.error]).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'Unauthorized'])
    expect(body.challenge).toMatch(/^[\w-]{43}$/)
    expect(body.details).toEqual({ challenge: body.challenge, methods: ['totp', 'recovery_code'] })
    expect(headers.getSetCookie()).toEqual([])
    const wrong = await post(app, '/auth/login', { username, password: 'wrong' }, from())
    expect(await codeOf(wrong)).toEqual([401, 'LOGIN_FAILED'])
  })

  it('200 with the code of now, of half a minute ago or of half a minute later', async () => {
    const { secret } = await withTotp()
    for (const offset of [-30_000, 0, 30_000]) {
      clock.advance(2 * minute)
      const { challenge } = (await firstStep()).body
      const code = (await codeAt(secret, offset)).replace(/^.../, '$& ')
      const response = await secondStep({ challenge, code })
      expect(response.status).toBe(200)
      expect((await (await sessionOf(app, response)).fetch('/auth/csrf-token')).status).toBe(200)
    }
  })

  it('401 for a code that was used, and for one before it', async () => {
    const { secret } = await withTotp()
    const code = await codeAt(secret)
    const before = await codeAt(secret, -30_000)
    expect((await secondStep({ challenge: (await firstStep()).body.challenge, code })).status).toBe(200)
    for (const old of [code, before]) {
      const { challenge } = (await firstStep()).body
      expect(await codeOf(await secondStep({ challenge, code: old }))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    }
  })

  it('of the same code sent many times at once one is taken', async () => {
    const { secret } = await withTotp()
    const challenges = await Promise.all(Array.from({ length: 5 }, async () => (await firstStep()).body.challenge))
    const code = await codeAt(secret)
    const answers = await Promise.all(challenges.map((challenge) => secondStep({ challenge, code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  it('a recovery code works once, however it is written', async () => {
    const { recoveryCodes } = await withTotp()
    const [first = '', second = ''] = recoveryCodes
    const attempt = async (code = '') => secondStep({ challenge: (await firstStep()).body.challenge, code })
    expect((await attempt(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await codeOf(await attempt(first))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    const response = await attempt(second)
    session = await sessionOf(app, response)
    expect(await (await session.fetch(factors)).json()).toMatchObject({ recoveryCodesLeft: 8 })
    const renewed = (await (await send('/recovery-codes')).json()) as Json
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect(await codeOf(await attempt(recoveryCodes[2] ?? ''))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    expect((await attempt(renewed.recoveryCodes[0])).status).toBe(200)
  })

  it('401 CHALLENGE_ENDED after five minutes, after its use, and when the password has changed', async () => {
    const { secret, recoveryCodes } = await withTotp()
    const late = (await firstStep()).body.challenge
    clock.advance(5 * minute)
    expect(await codeOf(await secondStep({ challenge: late, code: await codeAt(secret) }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
    const used = (await firstStep()).body.challenge
    expect((await secondStep({ challenge: used, code: recoveryCodes[0] })).status).toBe(200)
    expect(await codeOf(await secondStep({ challenge: used, code: recoveryCodes[1] }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
    expect(await codeOf(await secondStep({ challenge: 'made up', code: '123456' }))).toEqual([401, 'CHALLENGE_ENDED'])
    const old = (await firstStep()).body.challenge
    const admin = await loginAsAdmin(app)
    await admin.fetch(`/api/admin/users/${session.user.id}`, {
      method: 'PATCH',
      json: { password: 'another password' },
    })
    expect(await codeOf(await secondStep({ challenge: old, code: recoveryCodes[2] }))).toEqual([401, 'CHALLENGE_ENDED'])
  })

  it('429 after ten wrong codes for one account, from wherever they come; a right password takes none back', async () => {
    const { secret } = await withTotp()
    const wrong = await wrongCode(secret)
    for (let n = 0; n < 10; n++) {
      const { challenge } = (await firstStep()).body
      expect(await codeOf(await secondStep({ challenge, code: wrong }))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    }
    const { challenge } = (await firstStep()).body
    const refused = await secondStep({ challenge, code: await codeAt(secret) })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
    expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
  })

  it('wrong codes count as failed logins of the name and the address', async () => {
    const { secret } = await withTotp()
    const address = from()
    const wrong = await wrongCode(secret)
    for (let n = 0; n < 9; n++) await post(app, '/auth/login', { username, password: 'wrong' }, address)
    const { challenge } = (await post(app, '/auth/login', { username, password }, address).then((r) =>
      r.json(),
    )) as Json
    expect(await codeOf(await secondStep({ challenge, code: wrong }, address))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    expect((await post(app, '/auth/login', { username, password }, address)).status).toBe(429)
  })

  it.each([[{}], [{ challenge: 'x' }], [{ challenge: 'x', code: '1', assertion: {} }], [{ challenge: 1, code: '1' }]])(
    '400 for %j',
    async (body) => {
      expect(await codeOf(await secondStep(body))).toEqual([400, 'INVALID_BODY'])
    },
  )

  it('a disabled account ends no login', async () => {
    const { recoveryCodes } = await withTotp()
    const { challenge } = (await firstStep()).body
    const admin = await loginAsAdmin(app)
    await admin.fetch(`/api/admin/users/${session.user.id}`, { method: 'PATCH', json: { disabled: true } })
    expect(await codeOf(await secondStep({ challenge, code: recoveryCodes[0] }))).toEqual([401, 'CHALLENGE_ENDED'])
  })
})

describe('passkeys', () => {
  it('201 with recovery codes for the first factor, and the login ends with a signature', async () => {
    const { key, response, body } = await withPasskey()
    expect(response.status).toBe(201)
    expect(body.factor).toMatchObject({ type: 'passkey', name: 'Blue key', lastUsedAt: null })
    expect(body.recoveryCodes).toHaveLength(10)
    const { body: first } = await firstStep()
    expect(first.details.methods).toEqual(['passkey', 'recovery_code'])
    expect(first.details.passkey).toMatchObject({
      challenge: first.challenge,
      rpId: '127.0.0.1',
      allowCredentials: [{ type: 'public-key' }],
    })
    const { challenge } = first
    expect((await secondStep({ challenge, assertion: key.get(first.details.passkey) })).status).toBe(200)
    expect(await (await session.fetch(factors)).json()).toMatchObject({
      factors: [{ lastUsedAt: clock.now().toISOString() }],
    })
  })

  it('401 for a signature of another login, of another key, of another page, and for a broken one', async () => {
    const { key } = await withPasskey()
    const [one, two] = [(await firstStep()).body, (await firstStep()).body]
    const assertion = key.get(one)
    const broken = key.get(two)
    broken.response.signature = assertion.response.signature
    for (const bad of [assertion, broken, softPasskey().get(two), {}, { id: 1 }, { id: assertion.id, response: {} }]) {
      expect(await codeOf(await secondStep({ challenge: two.challenge, assertion: bad }))).toEqual([
        401,
        'SECOND_FACTOR_FAILED',
      ])
    }
    expect((await secondStep({ challenge: two.challenge, assertion: key.get(two) })).status).toBe(200)
  })

  it('400 INVALID_PASSKEY for one made for another host, page or challenge', async () => {
    const places = [
      { host: 'evil.example', origin: 'https://127.0.0.1' },
      { host: '127.0.0.1', origin: 'https://evil.example' },
      { host: '127.0.0.1', origin: 'http://127.0.0.1' },
    ]
    for (const place of places) {
      const { response, body } = await withPasskey(place)
      expect([response.status, body.code]).toEqual([400, 'INVALID_PASSKEY'])
    }
    for (const challenge of ['', 'x'.repeat(43)]) {
      const attestation = softPasskey().create({ challenge })
      expect(await codeOf(await send('/passkeys', { attestation }))).toEqual([400, 'INVALID_PASSKEY'])
    }
    expect(await codeOf(await send('/passkeys', { attestation: {} }))).toEqual([400, 'INVALID_PASSKEY'])
    expect(await codeOf(await send('/passkeys', {}))).toEqual([400, 'INVALID_BODY'])
    expect((await firstStep()).status).toBe(200)
  })

  it('409 PASSKEY_EXISTS for the same once more; its challenge is for one alone', async () => {
    const { key } = await withPasskey()
    const { options } = (await (await send('/passkeys/options')).json()) as Json
    expect(options.excludeCredentials).toHaveLength(1)
    expect(await codeOf(await send('/passkeys', { attestation: key.create(options) }))).toEqual([409, 'PASSKEY_EXISTS'])
  })

  it('a login challenge makes no passkey, nor does that of another account', async () => {
    const { options } = (await (await send('/passkeys/options')).json()) as Json
    const other = await loginAsNew(app, { username: `${username} other` })
    const attestation = softPasskey().create(options)
    const stolen = await other.fetch(`${factors}/passkeys`, { method: 'POST', json: { attestation } })
    expect(await codeOf(stolen)).toEqual([400, 'INVALID_PASSKEY'])
  })
})

describe('renameFactor', () => {
  const rename = (id: unknown, json: unknown) => send(`/${id}`, json, 'PATCH')

  it('200 with the factor under its new name', async () => {
    const { factor } = (await withPasskey()).body
    const response = await rename(factor.id, { name: ' Key at home ' })
    expect(await response.json()).toMatchObject({ factor: { id: factor.id, name: 'Key at home' } })
    expect(await (await session.fetch(factors)).json()).toMatchObject({ factors: [{ name: 'Key at home' }] })
  })

  it('400 without a name and with one that is too long, 404 for a factor of another account', async () => {
    const { factor } = (await withPasskey()).body
    expect(await codeOf(await rename(factor.id, { name: '  ' }))).toEqual([400, 'INVALID_BODY'])
    expect(await codeOf(await rename(factor.id, { name: 'x'.repeat(101) }))).toEqual([400, 'TEXT_TOO_LONG'])
    session = await loginAsNew(app, { username: `${username} other` })
    expect(await codeOf(await rename(factor.id, { name: 'Mine' }))).toEqual([404, 'FACTOR_NOT_FOUND'])
  })
})

describe('deleteFactor', () => {
  it('200: with the last factor the recovery codes go, and the password is enough again', async () => {
    const { recoveryCodes } = await withTotp()
    await withPasskey()
    const { factors: all } = (await (await session.fetch(factors)).json()) as { factors: { id: number }[] }
    expect(all).toHaveLength(2)
    expect((await send(`/${all[0]?.id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await firstStep()).body.details.methods).toEqual(['passkey', 'recovery_code'])
    expect((await send(`/${all[1]?.id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await firstStep()).status).toBe(200)
    expect(await app.app.deps.database.secondFactors.recoveryCodes(session.user.id)).toEqual([])
    expect(recoveryCodes).toHaveLength(10)
    expect(await codeOf(await send('/recovery-codes'))).toEqual([404, 'FACTOR_NOT_FOUND'])
  })

  it('404 for a factor of another account, and for an id that is none', async () => {
    await withTotp()
    const mine = session
    session = await loginAsNew(app, { username: `${username} other` })
    await withTotp()
    const { factors: theirs } = (await (await mine.fetch(factors)).json()) as { factors: { id: number }[] }
    for (const id of [theirs[0]?.id, 'x', 0]) {
      expect(await codeOf(await send(`/${id}`, undefined, 'DELETE'))).toEqual([404, 'FACTOR_NOT_FOUND'])
    }
  })
})

describe('a lost phone', () => {
  it('removeFactors by an admin: the password is enough again', async () => {
    await withTotp()
    const admin = await loginAsAdmin(app)
    const path = `/api/admin/users/${session.user.id}`
    const response = await admin.fetch(path, { method: 'PATCH', json: { removeFactors: true } })
    expect(await response.json()).toMatchObject({ user: { secondFactor: false } })
    expect((await firstStep()).status).toBe(200)
    expect((await session.fetch('/auth/csrf-token')).status).toBe(403)
  })
})

describe('a changed session secret', () => {
  it('leaves recovery codes; codes of the app no longer count', async () => {
    const start = (secret: string, dataDir?: string) =>
      startApp({
        overrides: { clock },
        env: { TRUST_PROXY_HOPS: '1', ADMIN_SESSION_SECRET: secret },
        ...(dataDir && { dataDir }),
      })
    const before = app
    app = await start('the first secret of this test, a long one')
    try {
      session = await loginAsNew(app, { username })
      const { secret, recoveryCodes } = await withTotp()
      await app.stop()
      app = await start('the second secret of this test, a long one', app.dataDir)
      const { body } = await firstStep()
      expect(body.details.methods).toEqual(['recovery_code'])
      const { challenge } = body
      expect((await secondStep({ challenge, code: await codeAt(secret) })).status).toBe(401)
      expect((await secondStep({ challenge, code: recoveryCodes[0] })).status).toBe(200)
    } finally {
      await app[Symbol.asyncDispose]()
      app = before
    }
  })
})
