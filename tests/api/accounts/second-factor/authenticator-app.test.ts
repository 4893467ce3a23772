import { describe, expect, it } from 'vitest'
import { adminCredentials, login, loginAsAdmin } from '#tests/support/admin.ts'
import { ask, codeOf, replyTo } from '#tests/support/ask.ts'
import { app, factors, person, personTests } from './person-with-factors.ts'

personTests()

const { password } = adminCredentials

describe('an account without a second factor', () => {
  it('logs in with the password alone', async () => {
    expect((await person.firstStep()).status).toBe(200)
    expect(await (await person.session.fetch(factors)).json()).toEqual({
      success: true,
      factors: [],
      recoveryCodesLeft: 0,
    })
  })
})

describe('addTotp', () => {
  it('200 with a secret and a URL for the QR code; it does not count until confirmed', async () => {
    const body = await replyTo('addTotp', await person.send('/totp'))
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/Werkschau:${person.username}`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: body.secret, issuer: 'Werkschau' })
    expect(await (await person.session.fetch(factors)).json()).toMatchObject({ factors: [] })
    expect((await person.firstStep()).status).toBe(200)
  })

  it('encrypts the secret in the database', async () => {
    const { secret } = await person.withTotp()
    const [totp] = await app.app.deps.database.secondFactors.ofUser(person.session.user.id)
    expect(totp).toMatchObject({ type: 'totp', confirmed: true })
    expect(JSON.stringify(totp)).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  })
})

describe('confirmTotp', () => {
  it('200 with ten recovery codes, and ends the other sessions of the account', async () => {
    const other = await login(app, { username: person.username, password })
    const { secret } = await replyTo('addTotp', await person.send('/totp'))
    const response = await person.send('/totp/confirm', { code: await person.codeAt(secret) })
    const { factor, recoveryCodes } = await replyTo('confirmTotp', response)
    expect(factor).toMatchObject({ type: 'totp', name: 'TOTP' })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect(await (await person.session.fetch(factors)).json()).toMatchObject({
      factors: [factor],
      recoveryCodesLeft: 10,
    })
    expect((await other.fetch('/auth/csrf-token')).status).toBe(403)
    const { users } = await ask(await loginAsAdmin(app), 'listUsers')
    expect(users.find((user) => user.username === person.username)).toMatchObject({ secondFactor: true })
  })

  it('400 INVALID_CODE, 404 without an unconfirmed app', async () => {
    expect(await codeOf(await person.send('/totp/confirm', { code: '123456' }))).toEqual([404, 'FACTOR_NOT_FOUND'])
    const { secret } = await replyTo('addTotp', await person.send('/totp'))
    for (const code of [await person.wrongCode(secret), '', '12345', '1234567', 'x']) {
      expect(await codeOf(await person.send('/totp/confirm', { code }))).toEqual([400, 'INVALID_CODE'])
    }
    expect((await person.firstStep()).status).toBe(200)
  })

  it('a second app replaces the first', async () => {
    const first = await person.withTotp()
    const second = await person.withTotp()
    const { challenge } = (await person.firstStep()).body
    expect(await codeOf(await person.secondStep({ challenge, code: await person.codeAt(first.secret) }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    expect(await codeOf(await person.secondStep({ challenge, code: first.recoveryCodes[0] }))).toEqual([
      401,
      'SECOND_FACTOR_FAILED',
    ])
    expect((await person.secondStep({ challenge, code: await person.codeAt(second.secret) })).status).toBe(200)
  })
})
