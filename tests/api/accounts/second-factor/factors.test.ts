import { describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsNew, onceChecked } from '#tests/support/admin.ts'
import { ask, codeOf } from '#tests/support/ask.ts'
import { app, factors, person, personTests } from './person-with-factors.ts'

personTests()

describe('renameFactor', () => {
  const rename = (id: unknown, json: unknown) => person.send(`/${id}`, json, 'PATCH')

  it('200 with the renamed factor', async () => {
    const { factor } = (await person.withPasskey()).body
    const response = await rename(factor.id, { name: ' Key at home ' })
    expect(await response.json()).toMatchObject({ factor: { id: factor.id, name: 'Key at home' } })
    expect(await (await person.session.fetch(factors)).json()).toMatchObject({ factors: [{ name: 'Key at home' }] })
  })

  it('400 without a name and with one that is too long, 404 for a factor of another account', async () => {
    const { factor } = (await person.withPasskey()).body
    expect(await codeOf(await rename(factor.id, { name: '  ' }))).toEqual([400, 'INVALID_BODY'])
    expect(await codeOf(await rename(factor.id, { name: 'x'.repeat(101) }))).toEqual([400, 'TEXT_TOO_LONG'])
    const { user } = person.session
    person.session = await loginAsNew(app, { username: `${person.username} other` })
    for (const json of [{ name: 'Mine' }, { name: 'Mine', user }])
      expect(await codeOf(await rename(factor.id, json))).toEqual([404, 'FACTOR_NOT_FOUND'])
  })
})

describe('deleteFactor', () => {
  it('200: deleting the last factor deletes the recovery codes, and the password is enough again', async () => {
    const { recoveryCodes } = await person.withTotp()
    await person.withPasskey()
    const { factors: all } = await ask(person.session, 'listFactors')
    expect(all).toHaveLength(2)
    expect((await person.send(`/${all[0]?.id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await person.firstStep()).body.details.methods).toEqual(['passkey', 'recovery_code'])
    expect((await person.send(`/${all[1]?.id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await person.firstStep()).status).toBe(200)
    expect(await app.app.deps.database.secondFactors.recoveryCodes(person.session.user.id)).toEqual([])
    expect(recoveryCodes).toHaveLength(10)
    expect(await codeOf(await person.send('/recovery-codes'))).toEqual([404, 'FACTOR_NOT_FOUND'])
  })

  it('404 for a factor of another account, and for an invalid id', async () => {
    await person.withTotp()
    const mine = person.session
    person.session = await loginAsNew(app, { username: `${person.username} other` })
    await person.withTotp()
    const { factors: theirs } = await ask(mine, 'listFactors')
    for (const id of [theirs[0]?.id, 'x', 0]) {
      expect(await codeOf(await person.send(`/${id}`, undefined, 'DELETE'))).toEqual([404, 'FACTOR_NOT_FOUND'])
    }
  })
})

describe('changes at once', () => {
  const eight = <T>(run: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 8 }, (_, i) => run(i)))

  it('leave ten recovery codes', async () => {
    await person.withTotp()
    const answers = await eight(() => person.send('/recovery-codes'))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await ask(person.session, 'listFactors')).recoveryCodesLeft).toBe(10)
  })

  it('leave no recovery code without a factor', async () => {
    await person.withTotp()
    for (let keys = 0; keys < 7; keys++) await person.withPasskey()
    const { factors: all } = await ask(person.session, 'listFactors')
    await eight((i) => person.send(`/${all[i]?.id}`, undefined, 'DELETE'))
    expect(await ask(person.session, 'listFactors')).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })

  it('prepare one authenticator app', async () => {
    await eight(() => person.send('/totp'))
    expect(await app.app.deps.database.secondFactors.ofUser(person.session.user.id)).toHaveLength(1)
  })
})

describe('a login that needs no second factor yet', () => {
  it('gets no session once the account has one', async () => {
    onceChecked(app, () => person.withTotp())
    const { status, body } = await person.firstStep()
    expect([status, body.code]).toEqual([401, 'LOGIN_FAILED'])
    expect((await person.firstStep()).body.code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await person.session.fetch(factors)).status).toBe(200)
  })
})

describe('a lost phone', () => {
  it('removeFactors by an admin: the password is enough again', async () => {
    await person.withTotp()
    const admin = await loginAsAdmin(app)
    const path = `/api/admin/users/${person.session.user.id}`
    const response = await admin.fetch(path, { method: 'PATCH', json: { removeFactors: true } })
    expect(await response.json()).toMatchObject({ user: { secondFactor: false } })
    expect((await person.firstStep()).status).toBe(200)
    expect((await person.session.fetch('/auth/csrf-token')).status).toBe(403)
  })
})
