import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import { registeredOperations } from '#server/http/route.ts'
import { loginAsAdmin, loginAsAuditor, loginAsNew, type Session } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let admin: Session
let auditor: Session
let pending: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
  auditor = await loginAsAuditor(app)
  pending = await loginAsNew(app, { username: 'new', requirePasswordChange: true })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const all: [string, Operation][] = Object.entries(operations)
const withAccess = (...classes: Operation['access'][]) => all.filter(([, { access }]) => classes.includes(access))
const isWrite = ({ method }: Operation) => method !== 'GET'

/** Below /api/admin what is not built yet answers as an unknown path, which is the same until an admin asks. */
const isGuarded = (name: string, { url }: Operation) =>
  url.startsWith('/api/admin/') || registeredOperations(app.app.http).includes(name)

/** Sends the operation with a body that no handler could read. */
async function send({ method, url }: Operation, session: Pick<Session, 'fetch'>, headers: Record<string, string> = {}) {
  const path = url.replaceAll(/\{\w+\}/g, '1')
  const body = method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json', ...headers } }
  const response = await session.fetch(path, { method, headers, ...body })
  return { status: response.status, code: ((await response.json()) as { code?: string }).code, response }
}

const needSession = withAccess('session', 'auditor', 'admin').filter(([, { sessionOptional }]) => !sessionOptional)

describe.each(needSession)('%s', (name, operation) => {
  it('403 SESSION_REQUIRED without a session', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    const { status, code, response } = await send(operation, app)
    expect([status, code]).toEqual([403, 'SESSION_REQUIRED'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect((await send(operation, app, { cookie: 'sid=made.up', 'x-csrf-token': 'x' })).code).toBe('SESSION_REQUIRED')
  })
})

describe.each(needSession.filter(([, operation]) => isWrite(operation)))('%s', (name, operation) => {
  it('403 CSRF_INVALID with a session and without its token', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    const { cookie } = admin
    expect((await send(operation, app, { cookie })).code).toBe('CSRF_INVALID')
    for (const wrong of ['', 'x', `${admin.csrfToken}x`, admin.csrfToken.slice(1), auditor.csrfToken]) {
      expect((await send(operation, app, { cookie, 'x-csrf-token': wrong })).code).toBe('CSRF_INVALID')
    }
  })
})

describe.each(withAccess('admin'))('%s', (name, operation) => {
  it('403 ROLE_REQUIRED for an auditor', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    expect((await send(operation, auditor)).code).toBe('ROLE_REQUIRED')
  })
})

describe.each(withAccess('admin', 'auditor'))('%s', (name, operation) => {
  it('403 PASSWORD_CHANGE_REQUIRED while a change is due', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    expect((await send(operation, pending)).code).toBe('PASSWORD_CHANGE_REQUIRED')
  })
})

// A write without a body would do its work; the tests of its section let an admin in.
const harmless = withAccess('admin', 'auditor').filter(([, operation]) => !isWrite(operation) || operation.body)
describe.each(harmless)('%s', (_, operation) => {
  it('lets an admin in', async () => {
    expect((await send(operation, admin)).status).not.toBe(403)
  })
})

describe.each(withAccess('auditor'))('%s', (name, operation) => {
  it('lets an auditor in', async ({ skip }) => {
    skip(!registeredOperations(app.app.http).includes(name))
    expect((await send(operation, auditor)).status).not.toBe(403)
  })
})

describe('an unknown path below /api/admin', () => {
  const code = async (session: Pick<Session, 'fetch'>, path = '/api/admin/nothing', method = 'GET') => {
    const response = await session.fetch(path, { method })
    return ((await response.json()) as { code: string }).code
  }

  it('answers as a known one without a session', async () => {
    for (const path of [
      '/api/admin',
      '/api/admin/',
      '/api/admin/nothing',
      '/api/admin/groups/1/nothing',
      '/API/ADMIN/x',
      '/api/admin/%ff',
      '/api/%61dmin/nothing',
      '/%61pi/admin/%ff',
      `/api/admin/groups/${'x'.repeat(600)}?limit=1`,
    ]) {
      expect(await code(app, path)).toBe('SESSION_REQUIRED')
    }
    const [unknown, known] = await Promise.all(
      ['/api/admin/nothing', '/api/admin/users'].map((path) => app.fetch(path)),
    )
    expect(await unknown?.json()).toEqual(await known?.json())
  })

  it('answers as a known one without the CSRF token, the role, or the changed password', async () => {
    const { fetch } = app
    const noToken = {
      fetch: (path: string, init?: RequestInit) => fetch(path, { ...init, headers: { cookie: admin.cookie } }),
    }
    expect(await code(noToken, '/api/admin/nothing', 'POST')).toBe('CSRF_INVALID')
    expect(await code(auditor)).toBe('ROLE_REQUIRED')
    expect(await code(pending)).toBe('PASSWORD_CHANGE_REQUIRED')
  })

  it('404 and 405 for an admin', async () => {
    expect(await code(admin)).toBe('NOT_FOUND')
    expect(await code(admin, '/api/admin/users', 'DELETE')).toBe('METHOD_NOT_ALLOWED')
  })
})
