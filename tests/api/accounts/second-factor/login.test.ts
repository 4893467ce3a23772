import { describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, post, sessionOf } from '#tests/support/admin.ts'
import { codeOf, replyTo } from '#tests/support/ask.ts'
import { startApp } from '#tests/support/start-app.ts'
import { app, clock, type FactorAnswer, factors, from, newPerson, person, personTests } from './person-with-factors.ts'

personTests()

const { password } = adminCredentials
const minute = 60_000

describe('login with an authenticator app', () => {
  it('401 SECOND_FACTOR_REQUIRED with a challenge and no session; a wrong password does not reveal it', async () => {
    await person.withTotp()
    const { status, headers, body } = await person.firstStep()
    expect([status, body.code, body.error]).toEqual([401, 'SECOND_FACTOR_REQUIRED', 'Unauthorized'])
    expect(body.challenge).toMatch(/^[\w-]{43}$/)
    expect(body.details).toEqual({ challenge: body.challenge, methods: ['totp', 'recovery_code'] })
    expect(headers.getSetCookie()).toEqual([])
    const wrong = await post(app, '/auth/login', { username: person.username, password: 'wrong' }, from())
    expect(await codeOf(wrong)).toEqual([401, 'LOGIN_FAILED'])
  })

  it('says after the right password that it is one of the most common ones', async () => {
    await person.withTotp()
    const change = { currentPassword: password, newPassword: 'Password1' }
    await person.session.fetch('/auth/change-password', { method: 'POST', json: change })
    const login = { username: person.username, password: change.newPassword }
    const { details } = (await (await post(app, '/auth/login', login, from())).json()) as { details: object }
    expect(details).toMatchObject({ passwordIsCommon: true })
  })

  it('200 with the current code, the previous or the next one', async () => {
    const { secret } = await person.withTotp()
    for (const offset of [-30_000, 0, 30_000]) {
      clock.advance(2 * minute)
      const { challenge } = (await person.firstStep()).body
      const code = (await person.codeAt(secret, offset)).replace(/^.../, '$& ')
      const response = await person.secondStep({ challenge, code })
      expect(response.status).toBe(200)
      expect((await (await sessionOf(app, response)).fetch('/auth/csrf-token')).status).toBe(200)
    }
  })

  it('401 for a used code, and for an older one', async () => {
    const { secret } = await person.withTotp()
    const code = await person.codeAt(secret)
    const before = await person.codeAt(secret, -30_000)
    expect((await person.secondStep({ challenge: (await person.firstStep()).body.challenge, code })).status).toBe(200)
    for (const old of [code, before]) {
      const { challenge } = (await person.firstStep()).body
      expect(await codeOf(await person.secondStep({ challenge, code: old }))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    }
  })

  it('accepts a code once of many parallel requests', async () => {
    const { secret } = await person.withTotp()
    const challenges = await Promise.all(
      Array.from({ length: 5 }, async () => (await person.firstStep()).body.challenge),
    )
    const code = await person.codeAt(secret)
    const answers = await Promise.all(challenges.map((challenge) => person.secondStep({ challenge, code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  it('a recovery code works once, however it is written', async () => {
    const { recoveryCodes } = await person.withTotp()
    const [first = '', second = ''] = recoveryCodes
    const attempt = async (code = '') =>
      person.secondStep({ challenge: (await person.firstStep()).body.challenge, code })
    expect((await attempt(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await codeOf(await attempt(first))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    const response = await attempt(second)
    person.session = await sessionOf(app, response)
    expect(await (await person.session.fetch(factors)).json()).toMatchObject({ recoveryCodesLeft: 8 })
    const renewed = await replyTo('renewRecoveryCodes', await person.send('/recovery-codes'))
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect(await codeOf(await attempt(recoveryCodes[2] ?? ''))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    expect((await attempt(renewed.recoveryCodes[0])).status).toBe(200)
  })

  it('401 CHALLENGE_ENDED after five minutes, after its use, and when the password has changed', async () => {
    const { secret, recoveryCodes } = await person.withTotp()
    const late = (await person.firstStep()).body.challenge
    clock.advance(5 * minute)
    expect(await codeOf(await person.secondStep({ challenge: late, code: await person.codeAt(secret) }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
    const used = (await person.firstStep()).body.challenge
    expect((await person.secondStep({ challenge: used, code: recoveryCodes[0] })).status).toBe(200)
    expect(await codeOf(await person.secondStep({ challenge: used, code: recoveryCodes[1] }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
    expect(await codeOf(await person.secondStep({ challenge: 'made up', code: '123456' }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
    const old = (await person.firstStep()).body.challenge
    const admin = await loginAsAdmin(app)
    await admin.fetch(`/api/admin/users/${person.session.user.id}`, {
      method: 'PATCH',
      json: { password: 'another password' },
    })
    expect(await codeOf(await person.secondStep({ challenge: old, code: recoveryCodes[2] }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
  })

  it('429 after ten wrong codes for one account, from any address; a correct password clears none', async () => {
    const { secret } = await person.withTotp()
    const wrong = await person.wrongCode(secret)
    for (let n = 0; n < 10; n++) {
      const { challenge } = (await person.firstStep()).body
      expect(await codeOf(await person.secondStep({ challenge, code: wrong }))).toEqual([401, 'SECOND_FACTOR_FAILED'])
    }
    const { challenge } = (await person.firstStep()).body
    const refused = await person.secondStep({ challenge, code: await person.codeAt(secret) })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50 * 60)
    expect(await codeOf(refused)).toEqual([429, 'RATE_LIMITED'])
  })

  it('wrong codes count as failed logins of the name and the address', async () => {
    const { secret } = await person.withTotp()
    const address = from()
    const wrong = await person.wrongCode(secret)
    for (let n = 0; n < 9; n++)
      await post(app, '/auth/login', { username: person.username, password: 'wrong' }, address)
    const { challenge } = (await post(app, '/auth/login', { username: person.username, password }, address).then((r) =>
      r.json(),
    )) as FactorAnswer
    expect(await codeOf(await person.secondStep({ challenge, code: wrong }, address))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    expect((await post(app, '/auth/login', { username: person.username, password }, address)).status).toBe(429)
  })

  it.each([[{}], [{ challenge: 'x' }], [{ challenge: 'x', code: '1', assertion: {} }], [{ challenge: 1, code: '1' }]])(
    '400 for %j',
    async (body) => {
      expect(await codeOf(await person.secondStep(body))).toEqual([400, 'INVALID_BODY'])
    },
  )

  it('a disabled account cannot complete a login', async () => {
    const { recoveryCodes } = await person.withTotp()
    const { challenge } = (await person.firstStep()).body
    const admin = await loginAsAdmin(app)
    await admin.fetch(`/api/admin/users/${person.session.user.id}`, { method: 'PATCH', json: { disabled: true } })
    expect(await codeOf(await person.secondStep({ challenge, code: recoveryCodes[0] }))).toEqual([
      401,
      'CHALLENGE_ENDED',
    ])
  })
})

describe('a changed session secret', () => {
  it('leaves recovery codes; codes of the app are no longer accepted', async () => {
    const start = (secret: string, dataDir?: string) =>
      startApp({
        overrides: { clock },
        env: { TRUST_PROXY_HOPS: '1', ADMIN_SESSION_SECRET: secret },
        ...(dataDir && { dataDir }),
      })
    const before = await start('the first secret of this test, a long one')
    const person = await newPerson(before, clock)
    const { secret, recoveryCodes } = await person.withTotp()
    await before.stop()
    await using after = await start('the second secret of this test, a long one', before.dataDir)
    person.app = after
    const { body } = await person.firstStep()
    expect(body.details.methods).toEqual(['recovery_code'])
    const { challenge } = body
    expect((await person.secondStep({ challenge, code: await person.codeAt(secret) })).status).toBe(401)
    expect((await person.secondStep({ challenge, code: recoveryCodes[0] })).status).toBe(200)
  })
})
