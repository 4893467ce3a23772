import { afterEach, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, codeOf, send } from '#tests/support/ask.ts'
import { app, person, personTests } from './person-with-factors.ts'

personTests()

const ruleIs = async (secondFactor: string | null) => {
  const { deps } = app.app
  await deps.database.transaction((tx) =>
    tx.settings.apply({
      at: deps.clock.now().toISOString(),
      by: 'test',
      settings: { secondFactor: { before: null, after: secondFactor as never } },
    }),
  )
  await deps.settings.refresh()
}
afterEach(() => ruleIs(null))

const groups = async (session: Session) => (await send(session, 'listAdminGroups')).body.code ?? 'allowed'

describe('the setting secondFactor', () => {
  it('optional: no account needs one', async () => {
    expect(await groups(person.session)).toBe('allowed')
    expect(await ask(person.session, 'getCsrfToken')).not.toHaveProperty('secondFactorMissing')
  })

  it('all: an account without one can only set it up, and continues in the same session', async () => {
    await ruleIs('all')
    expect(await groups(person.session)).toBe('SECOND_FACTOR_MISSING')
    expect(await ask(person.session, 'getCsrfToken')).toMatchObject({ secondFactorMissing: true })
    const { body } = await person.firstStep()
    expect(body).toMatchObject({ success: true, secondFactorMissing: true })
    await person.withTotp()
    expect(await groups(person.session)).toBe('allowed')
    expect(await ask(person.session, 'getCsrfToken')).not.toHaveProperty('secondFactorMissing')
  })

  it('all: a removed factor has to be set up again', async () => {
    await person.withPasskey()
    await ruleIs('all')
    expect(await groups(person.session)).toBe('allowed')
    const { factors } = await ask(person.session, 'listFactors')
    await person.send(`/${factors[0]?.id}`, undefined, 'DELETE')
    expect(await groups(person.session)).toBe('SECOND_FACTOR_MISSING')
  })

  it('all: an unconfirmed authenticator app does not count', async () => {
    await ruleIs('all')
    expect((await person.send('/totp')).status).toBe(200)
    expect(await groups(person.session)).toBe('SECOND_FACTOR_MISSING')
  })

  it('admins: other accounts need none', async () => {
    const admin = await loginAsAdmin(app)
    expect((await send(admin, 'updateSettings', { json: { secondFactor: 'admins' } })).status).toBe(200)
    expect(await groups(person.session)).toBe('allowed')
    expect(await groups(admin)).toBe('SECOND_FACTOR_MISSING')
    expect(await codeOf(await admin.fetch('/api/admin/nothing'))).toEqual([403, 'SECOND_FACTOR_MISSING'])
  })

  it('400 for another value', async () => {
    const { status, body } = await send(await loginAsAdmin(app), 'updateSettings', { json: { secondFactor: 'none' } })
    expect([status, body.code]).toEqual([400, 'INVALID_BODY'])
    expect(body.message).toContain('optional, admins, all')
  })
})
