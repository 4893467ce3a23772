import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { adminCredentials, loginAsNew, post, sessionOf } from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const { username, password } = adminCredentials

describe('before the first admin exists', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
  const setup = (body: unknown) => post(app, '/auth/setup/initial-admin', body)

  it('setupStatus says so', async () => {
    const response = await app.fetch('/auth/setup/status')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ needsSetup: true, hasSession: false, needsSetupCode: false })
  })

  it('login is 409 SETUP_REQUIRED', async () => {
    expect(await codeOf(await post(app, '/auth/login', adminCredentials))).toEqual([409, 'SETUP_REQUIRED'])
  })

  it.each([
    [{}, 'INVALID_BODY'],
    [{ username }, 'INVALID_BODY'],
    [{ username, password: 1 }, 'INVALID_BODY'],
    [{ username: '', password }, 'INVALID_BODY'],
    [{ username: 'x'.repeat(65), password }, 'INVALID_BODY'],
    [{ username, password: '1234567' }, 'INVALID_PASSWORD'],
    [{ username, password: 'x'.repeat(257) }, 'INVALID_PASSWORD'],
    [{ username: 'Moderation', password: 'moderatioN' }, 'WEAK_PASSWORD'],
  ])('setupInitialAdmin is 400 for %j', async (body, code) => {
    expect(await codeOf(await setup(body))).toEqual([400, code])
  })

  it('setupInitialAdmin succeeds once of many at the same time, with one user', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => setup({ username: `admin ${n}`, password })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)])
    const users = await app.app.deps.database.users.all()
    expect(users).toHaveLength(1)
    expect(users).toMatchObject([{ role: 'admin', requiresPasswordChange: false }])

    const session = await sessionOf(app, present(answers.find(({ status }) => status === 201)))
    expect(session.user.username).toBe(users[0]?.username)
    const status = await app.fetch('/auth/setup/status', { headers: { cookie: session.cookie } })
    expect(await status.json()).toMatchObject({ needsSetup: false, hasSession: true })
  })

  it('setupInitialAdmin is 409 SETUP_DONE from then on', async () => {
    expect(await codeOf(await setup({ username: 'other', password }))).toEqual([409, 'SETUP_DONE'])
  })
})

describe('with a setup code', () => {
  const setup = (app: TestApp, setupCode?: unknown) =>
    post(app, '/auth/setup/initial-admin', { ...adminCredentials, setupCode })

  it('setupInitialAdmin is 403 SETUP_CODE_REQUIRED without it', async () => {
    await using app = await startApp({ env: { SETUP_CODE: 'the code of this house' } })
    expect(await (await app.fetch('/auth/setup/status')).json()).toMatchObject({ needsSetupCode: true })
    for (const code of [undefined, '', 'the code', 'the code of this house!']) {
      expect(await codeOf(await setup(app, code))).toEqual([403, 'SETUP_CODE_REQUIRED'])
    }
    expect(await codeOf(await setup(app, 1))).toEqual([400, 'INVALID_BODY'])
    expect(await app.app.deps.database.users.any()).toBe(false)
    expect((await setup(app, 'the code of this house')).status).toBe(201)
    expect(await codeOf(await setup(app))).toEqual([409, 'SETUP_DONE'])
    expect(app.logged()).not.toContain('the code of this house')
    expect(app.logged()).not.toContain('setup code: ')
  })

  it('setupInitialAdmin is 429 after 30 wrong ones from one address', async () => {
    await using app = await startApp({ env: { SETUP_CODE: 'the code of this house' } })
    for (let n = 0; n < 30; n++) expect((await setup(app, `guess ${n}`)).status).toBe(403)
    expect(await codeOf(await setup(app, 'the code of this house'))).toEqual([429, 'RATE_LIMITED'])
  })

  // Two embedded services never share a folder.
  it.skipIf(inject('engine') === 'sqlite')(
    'SETUP_CODE=generate: two replicas print the same code, and ask for it on their own machine, too',
    async () => {
      const env = { SETUP_CODE: 'generate' }
      await using app = await startApp({ env })
      await using other = await startApp({ env, dataDir: app.dataDir })
      const code = printedCode(app)
      expect(printedCode(other)).toBe(code)
      expect(await codeOf(await setup(other, 'generate'))).toEqual([403, 'SETUP_CODE_REQUIRED'])
      expect((await setup(other, code)).status).toBe(201)
    },
  )
})

interface Options {
  readonly remoteAddress?: string
  readonly headers?: Record<string, string>
}

describe('without SETUP_CODE', () => {
  const setup = (app: TestApp, options: Options, setupCode?: string) =>
    app.app.http.inject({
      ...options,
      method: 'POST',
      url: '/auth/setup/initial-admin',
      payload: { ...adminCredentials, setupCode },
    })

  it.each<[who: string, Options]>([
    ['another machine', { remoteAddress: '192.0.2.7' }],
    [
      'another machine that claims to be this one',
      { remoteAddress: '192.0.2.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['a proxy here', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['a proxy here that names the host only', { headers: { 'x-forwarded-host': 'photos.lan' } }],
    ['a proxy here that names itself', { headers: { via: '1.1 proxy' } }],
    ['a foreign name that leads to this machine', { headers: { host: 'rebound.example' } }],
  ])('setupInitialAdmin by %s needs the code that the start printed', async (_who, options) => {
    await using app = await startApp()
    const status = await app.app.http.inject({ url: '/auth/setup/status', ...options })
    expect(status.json()).toMatchObject({ needsSetup: true, needsSetupCode: true })
    for (const code of [undefined, '', 'AAAA-AAAA-AAAA']) {
      expect((await setup(app, options, code)).json()).toMatchObject({ code: 'SETUP_CODE_REQUIRED' })
    }
    expect(await app.app.deps.database.users.any()).toBe(false)
    expect((await setup(app, options, printedCode(app))).statusCode).toBe(201)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('setupInitialAdmin from %s needs none', async (remoteAddress) => {
    await using app = await startApp()
    expect((await setup(app, { remoteAddress })).statusCode).toBe(201)
  })

  it('every start without an admin prints the code, and none after that', async () => {
    await using app = await startApp()
    const code = printedCode(app)
    await app.stop()
    await using second = await startApp({ dataDir: app.dataDir })
    expect(printedCode(second)).toBe(code)
    expect((await setup(second, {})).statusCode).toBe(201)
    await second.stop()
    await using third = await startApp({ dataDir: app.dataDir })
    expect(third.logged()).not.toContain('setup code: ')
  })
})

/** The one that the log has exactly once. */
function printedCode(app: TestApp): string {
  const printed = [...app.logged().matchAll(/setup code: ([A-Z2-9]{4}(?:-[A-Z2-9]{4}){2})"/g)]
  expect(printed).toHaveLength(1)
  return String(printed[0]?.[1])
}

// The rank of a password does not depend on the engine, and reading the dictionaries takes a second for each.
describe.runIf(inject('engine') === 'sqlite')('with PASSWORD_MIN_STRENGTH', () => {
  it('400 WEAK_PASSWORD for a password that is easy to guess, with advice', async () => {
    await using app = await startApp({ env: { PASSWORD_MIN_STRENGTH: '3' } })
    const setup = (text: string) => post(app, '/auth/setup/initial-admin', { username: 'hausmeister', password: text })
    for (const weak of ['password', 'geheim123', 'hausmeister1']) {
      const refused = await setup(weak)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        code: 'WEAK_PASSWORD',
        message: expect.stringMatching(/strength is [012], at least 3 of 4 is needed\. .+/),
        details: { rank: expect.any(Number), min: 3, advice: expect.arrayContaining([expect.any(String)]) },
      })
    }
    expect((await setup('kranich lampe flieder 7')).status).toBe(201)
  })
})

describe('rankPassword', () => {
  it('needs no session until the first admin exists', async () => {
    await using app = await startApp()
    const ranked: (readonly string[])[] = []
    app.app.deps.passwords.rank = async (text, words) => {
      ranked.push([text, ...words])
      return { rank: 2, advice: [] }
    }
    const path = '/auth/password-strength'
    expect(await (await post(app, path, { password: 'kranich' })).json()).toEqual({ success: true, rank: 2 })
    expect(await codeOf(await post(app, path, { password: 'x'.repeat(257) }))).toEqual([400, 'INVALID_BODY'])
    const session = await loginAsNew(app, { username: 'hausmeister', role: 'auditor', requirePasswordChange: true })
    expect(await codeOf(await post(app, path, { password: 'kranich' }))).toEqual([403, 'SESSION_REQUIRED'])
    for (const json of [{ password: 'lampe' }, { password: 'flieder', username: 'mira' }]) {
      expect((await session.fetch(path, { method: 'POST', json })).status).toBe(200)
    }
    expect(ranked).toEqual([
      ['kranich', 'Werkschau'],
      ['lampe', 'hausmeister', 'Werkschau'],
      ['flieder', 'mira', 'Werkschau'],
    ])
    expect(app.logged()).not.toContain('kranich')
  })
})
