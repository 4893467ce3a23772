import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import {
  adminCredentials,
  cookieOf,
  login,
  loginAsAdmin,
  loginAsModerator,
  loginAsNew,
  post,
  type Session,
} from '#tests/support/admin.ts'
import { ask, codeOf, type OperationName, urlOf } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { beginRequest } from '#tests/support/begin-request.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const minute = 60_000
const hour = 60 * minute

/** If the rows are in a file of the data folder, no replica can share them. */
const withDatabaseFile = it.runIf(inject('engine') === 'sqlite')

const apps: TestApp[] = []
async function start(options: StartOptions = {}): Promise<TestApp> {
  const app = await startApp(options)
  apps.push(app)
  return app
}
/** The same data in a second service, like after a restart. */
async function restart(app: TestApp, options: StartOptions = {}): Promise<TestApp> {
  await app.stop()
  return start({ dataDir: app.dataDir, ...options })
}
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app[Symbol.asyncDispose]()
})

/** Whether the cookie opens a session in this process. */
async function isOpen(app: TestApp, { cookie }: Pick<Session, 'cookie'>): Promise<boolean> {
  const response = await app.fetch('/auth/csrf-token', { headers: { cookie } })
  if (response.status === 403) expect(await response.json()).toMatchObject({ code: 'SESSION_REQUIRED' })
  return response.status === 200
}

describe('the cookie', () => {
  const setCookie = async (env: Record<string, string>) => {
    const app = await start({ env })
    await loginAsAdmin(app)
    return (await post(app, '/auth/login', adminCredentials)).headers.getSetCookie()[0]?.replace(/^sid=[^;]+/, 'sid')
  }
  const plain = 'sid; Path=/; HttpOnly; SameSite=Lax'
  const secure = 'sid; Path=/; HttpOnly; Secure; SameSite=Lax'

  it.each([
    [{ NODE_ENV: 'development' }, plain],
    [{ NODE_ENV: 'production' }, secure],
    [{ NODE_ENV: 'production', TRUST_PROXY_HOPS: '1' }, secure],
    [{ NODE_ENV: 'production', ADMIN_SESSION_COOKIE_SECURE: 'false' }, plain],
    [{ NODE_ENV: 'development', ADMIN_SESSION_COOKIE_SECURE: 'true' }, secure],
  ])('with %j, over a connection from the proxy that is not encrypted: %s', async (env, attributes) => {
    expect(await setCookie(env)).toBe(attributes)
  })

  it('is set by setup, login and password change only', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    for (const path of [
      '/',
      '/api/groups',
      '/auth/setup/status',
      '/auth/csrf-token',
      '/api/admin/nothing',
      '/health',
    ]) {
      for (const response of [await app.fetch(path), await admin.fetch(path)]) {
        expect(response.headers.getSetCookie()).toEqual([])
      }
    }
  })
})

describe('a request whose body arrives late', () => {
  it.each([{ disabled: true }, { role: 'auditor' }])('changes nothing once the account is %j', async (json) => {
    const app = await start()
    const moderator = await loginAsModerator(app)
    const { groupId } = await uploadGroup(app)
    const begin = (name: OperationName, method: string) =>
      beginRequest(moderator, urlOf(name, { params: { groupId } }), { method, json: null })
    const begun = await Promise.all([begin('approveGroup', 'PATCH'), begin('deleteGroup', 'DELETE')])
    await ask(await loginAsAdmin(app), 'updateUser', { params: { id: moderator.user.id }, json })
    for (const { end } of begun) expect(await codeOf(await end())).toEqual([403, 'SESSION_REQUIRED'])
    expect(await app.app.deps.database.groups.find(groupId)).toMatchObject({ isApproved: false })
  })

  it('sets no logo once the account is no longer an admin', async () => {
    const app = await start()
    const other = await loginAsNew(app, { username: 'other', role: 'admin' })
    const { end } = await beginRequest(other, urlOf('putLogo'), { method: 'PUT', bytes: await makeImage() })
    const json = { role: 'moderator' }
    await ask(await loginAsAdmin(app), 'updateUser', { params: { id: other.user.id }, json })
    expect(await codeOf(await end())).toEqual([403, 'SESSION_REQUIRED'])
    expect(await ask(app, 'getSite')).toMatchObject({ logo: null })
  })
})

describe('a login', () => {
  it('accepts no session id from the client', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    const planted = [admin.cookie, 'sid=planted', `sid=${'x'.repeat(32)}.${admin.cookie.split('.')[1]}`]
    for (const cookie of planted) {
      const response = await post(app, '/auth/login', adminCredentials, { cookie })
      expect(response.status).toBe(200)
      expect(cookieOf(response)).not.toBe(cookie)
      expect(await isOpen(app, { cookie })).toBe(false)
      expect(await isOpen(app, { cookie: cookieOf(response) })).toBe(true)
    }
  })

  it('does not change the current session if it fails', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    const wrong = { ...adminCredentials, password: 'wrong' }
    expect((await post(app, '/auth/login', wrong, { cookie: admin.cookie })).status).toBe(401)
    expect(await isOpen(app, admin)).toBe(true)
  })
})

describe('a forged cookie', () => {
  it('opens no session, whichever character of it was changed', async () => {
    const app = await start()
    const { cookie } = await loginAsAdmin(app)
    const value = decodeURIComponent(cookie.slice('sid='.length))
    const [id = '', signature = ''] = value.split('.')
    // The last characters of a signature have bits that decode to nothing.
    const changed = Array.from(
      { length: value.length - 2 },
      (_, at) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1),
    )
    const forged = [...changed, id, `${id}.`, `.${signature}`, `${value}.${signature}`, `s:${id}`, '', 'null']
    for (const each of forged)
      expect(await isOpen(app, { cookie: `sid=${encodeURIComponent(each)}` }), each).toBe(false)
    expect(await isOpen(app, { cookie })).toBe(true)
  })
})

describe('a session', () => {
  const begin = '2026-03-02T08:00:00.000Z'

  it('ends 8 hours after the last use', async () => {
    const clock = fakeClock(begin)
    const app = await start({ overrides: { clock } })
    const admin = await loginAsAdmin(app)
    clock.advance(3 * hour)
    expect(await isOpen(app, admin)).toBe(true)
    clock.advance(8 * hour - 1)
    expect(await isOpen(app, admin)).toBe(true)
    const idle = await login(app, adminCredentials)
    clock.advance(8 * hour)
    expect(await isOpen(app, idle)).toBe(false)
    clock.advance(-1)
    expect(await isOpen(app, idle)).toBe(true)
  })

  it('ends after 12 hours, however much it is used', async () => {
    const clock = fakeClock(begin)
    const app = await start({ overrides: { clock } })
    const admin = await loginAsAdmin(app)
    for (let used = 0; used < 11; used++) {
      clock.advance(hour)
      expect(await isOpen(app, admin)).toBe(true)
    }
    clock.advance(hour - 1)
    expect(await isOpen(app, admin)).toBe(true)
    clock.advance(1)
    expect(await isOpen(app, admin)).toBe(false)
  })

  it('records its use at most once a minute', async () => {
    const clock = fakeClock(begin)
    const app = await start({ overrides: { clock } })
    const { database } = app.app.deps
    const admin = await loginAsAdmin(app)
    const { transaction } = database
    let writes = 0
    database.transaction = (run) => {
      writes += 1
      return transaction(run)
    }
    for (let second = 0; second < 180; second += 20) {
      await isOpen(app, admin)
      clock.advance(20_000)
    }
    expect(writes).toBe(2)
  })

  it('stays valid when its use cannot be recorded', async () => {
    const clock = fakeClock(begin)
    const app = await start({ overrides: { clock } })
    const admin = await loginAsAdmin(app)
    app.app.deps.database.transaction = () => Promise.reject(new Error('the disk is full'))
    clock.advance(2 * minute)
    expect(await isOpen(app, admin)).toBe(true)
    expect(app.logged()).toContain('the use of a session could not be noted')
  })

  it('is removed from the database at the next login after its end', async () => {
    const clock = fakeClock(begin)
    const app = await start({ overrides: { clock } })
    const old = await loginAsAdmin(app)
    clock.advance(9 * hour)
    await login(app, adminCredentials)
    clock.set(begin)
    expect(await isOpen(app, old)).toBe(false)
  })

  it('survives a restart', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    expect(await isOpen(await restart(app), admin)).toBe(true)
  })

  // Two embedded services never share a folder.
  it.skipIf(inject('engine') === 'sqlite')('of one replica is one of all', async () => {
    const app = await start()
    const other = await start({ dataDir: app.dataDir })
    const admin = await loginAsAdmin(app)
    expect(await isOpen(other, admin)).toBe(true)
    await admin.fetch('/auth/logout', { method: 'POST' })
    expect(await isOpen(other, admin)).toBe(false)
  })

  withDatabaseFile('cannot be read from the database', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    await app.stop()
    const bytes = (await readFile(join(app.dataDir, 'werkschau.db'))).toString('latin1')
    const id = present(admin.cookie.slice('sid='.length).split('.')[0])
    expect(bytes).toContain(admin.user.username)
    for (const secret of [id, admin.csrfToken, adminCredentials.password]) expect(bytes).not.toContain(secret)
  })
})

describe('ADMIN_SESSION_SECRET', () => {
  const env = (secret: string) => ({ env: { ADMIN_SESSION_SECRET: secret } })

  it('ends and deletes all sessions when it changes', async () => {
    let app = await start(env('the first secret, which is a long one'))
    const admin = await loginAsAdmin(app)
    app = await restart(app, env('the first secret, which is a long one'))
    expect(await isOpen(app, admin)).toBe(true)
    app = await restart(app, env('the second secret, which is a long one'))
    expect(await isOpen(app, admin)).toBe(false)
    expect(await isOpen(app, await login(app, adminCredentials))).toBe(true)
    await expect(stat(join(app.dataDir, 'session-secret'))).rejects.toThrow('ENOENT')
  })

  it('does not revive sessions when an earlier value returns', async () => {
    const [a, b] = [env('the first secret, which is a long one'), env('the second secret, which is a long one')]
    let app = await start(a)
    const admin = await loginAsAdmin(app)
    app = await restart(app, b)
    const between = await login(app, adminCredentials)
    app = await restart(app, a)
    for (const session of [admin, between]) expect(await isOpen(app, session)).toBe(false)
    expect(app.logged()).toContain('all sessions have ended')
    expect(await isOpen(app, await login(app, adminCredentials))).toBe(true)
  })

  it('may have any length; a short one logs a warning that does not contain it', async () => {
    const app = await start(env('hush!'))
    expect(await isOpen(app, await loginAsAdmin(app))).toBe(true)
    expect(app.logged()).toContain('ADMIN_SESSION_SECRET is short')
    expect(app.logged()).not.toContain('hush!')
  })

  withDatabaseFile('is generated once when it is not set, kept for the owner alone, and warned about', async () => {
    let app = await start()
    const path = join(app.dataDir, 'session-secret')
    const secret = await readFile(path, 'utf8')
    expect(secret).toMatch(/^[\w-]{43}\n$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(app.logged()).toMatch(/"level":40.*ADMIN_SESSION_SECRET is not set/)
    expect(app.logged()).not.toContain(secret.trim())

    const admin = await loginAsAdmin(app)
    await chmod(path, 0o644)
    app = await restart(app)
    expect(await readFile(path, 'utf8')).toBe(secret)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await isOpen(app, admin)).toBe(true)
    await writeFile(path, 'another\n')
    expect(await isOpen(await restart(app), admin)).toBe(false)
  })
})

describe('public routes', () => {
  it('do not look for a session', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    const { sessions } = app.app.deps.database
    let lookups = 0
    const { find } = sessions
    sessions.find = (digest) => {
      lookups += 1
      return find(digest)
    }
    for (const path of ['/api/groups', '/previews/x.jpg', '/upload/x.jpg', '/health']) await admin.fetch(path)
    expect(lookups).toBe(0)
    await admin.fetch('/auth/csrf-token')
    expect(lookups).toBe(1)
  })
})

describe('endOtherSessions', () => {
  it('ends all other sessions of the account, and those of no other account', async () => {
    const app = await start()
    const admin = await loginAsAdmin(app)
    const [own, other] = [await login(app, adminCredentials), await login(app, adminCredentials)]
    const moderator = await loginAsModerator(app)
    expect((await own.fetch('/auth/logout-others', { method: 'POST' })).status).toBe(200)
    expect(await isOpen(app, own)).toBe(true)
    expect(await isOpen(app, moderator)).toBe(true)
    for (const ended of [admin, other]) expect(await isOpen(app, ended)).toBe(false)
  })
})
