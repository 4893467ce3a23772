import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts/users.ts'
import * as consents from '#contract/consents.ts'
import * as moderation from '#contract/moderation.ts'
import * as notifications from '#contract/notifications.ts'
import { isAllowed, needsSession, type Role, roles, rolesOf, type SessionAccess } from '#contract/operation/access.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { collectOperations, operations } from '#contract/operations.ts'
import * as overview from '#contract/overview.ts'
import * as rateLimits from '#contract/rate-limits.ts'
import * as removalRequests from '#contract/removal-requests.ts'
import * as screens from '#contract/screens.ts'
import * as settings from '#contract/settings.ts'
import * as platforms from '#contract/social-media/platforms.ts'
import * as press from '#contract/social-media/press.ts'
import * as takedowns from '#contract/social-media/takedowns.ts'
import { registeredOperations } from '#server/http/route.ts'
import {
  adminCredentials,
  loginAsAdmin,
  loginAsAuditor,
  loginAsModerator,
  loginAsNew,
  type Session,
} from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let sessions: Record<Role, Session>
let admin: Session
let auditor: Session
let pending: Session
const clock = fakeClock('2026-03-02T08:00:00.000Z')
beforeAll(async () => {
  app = await startApp({ overrides: { clock } })
  admin = await loginAsAdmin(app)
  auditor = await loginAsAuditor(app)
  sessions = { admin, auditor, moderator: await loginAsModerator(app) }
  pending = await loginAsNew(app, { username: 'new', requirePasswordChange: true })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const all: [string, Operation][] = Object.entries(operations)
const guarded = all.filter(([, { access, sessionOptional }]) => needsSession(access) && !sessionOptional)
const isWrite = ({ method }: Operation) => method !== 'GET'

/** Below /api/admin a missing operation answers like an unknown path, which looks the same until an admin sends it. */
const isGuarded = (name: string, { url }: Operation) =>
  url.startsWith('/api/admin/') || registeredOperations(app.app.http).includes(name)

/** Sends the operation with a body that no handler could read. */
async function send({ method, url }: Operation, session: Pick<Session, 'fetch'>, headers: Record<string, string> = {}) {
  const path = url.replaceAll(/\{\w+\}/g, '1')
  const body = method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json', ...headers } }
  const response = await session.fetch(path, { method, headers, ...body })
  if (/event-stream|zip/.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return { status: response.status, code: undefined, response }
  }
  const [status, code] = await codeOf(response)
  return { status, code, response }
}

describe.each(guarded)('%s', (name, operation) => {
  it('403 SESSION_REQUIRED without a session', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    const { status, code, response } = await send(operation, app)
    expect([status, code]).toEqual([403, 'SESSION_REQUIRED'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect((await send(operation, app, { cookie: 'sid=made.up', 'x-csrf-token': 'x' })).code).toBe('SESSION_REQUIRED')
  })
})

describe.each(guarded.filter(([, operation]) => isWrite(operation)))('%s', (name, operation) => {
  it('403 CSRF_INVALID with a session and without its token', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    const { cookie } = admin
    expect((await send(operation, app, { cookie })).code).toBe('CSRF_INVALID')
    for (const wrong of ['', 'x', `${admin.csrfToken}x`, admin.csrfToken.slice(1), auditor.csrfToken]) {
      expect((await send(operation, app, { cookie, 'x-csrf-token': wrong })).code).toBe('CSRF_INVALID')
    }
  })
})

/** Operations that not every role may use (D26, D52). A new operation is listed here with its roles. */
const mayDo: readonly (readonly [readonly Role[], readonly string[]])[] = [
  [
    ['admin', 'auditor'],
    ['listAdminAudit', 'listAdminAuditActors'],
  ],
  [
    ['admin', 'moderator'],
    [
      ...Object.keys(collectOperations([moderation, consents, takedowns, press, removalRequests])),
      'previewCleanup',
      'followGroups',
      'listExhibitions',
      ...['getChatBinding', 'createChatCode', 'deleteChatBinding'],
    ],
  ],
  [
    ['admin'],
    [
      ...Object.keys(collectOperations([accounts, notifications, rateLimits, overview, settings, platforms, screens])),
      ...['triggerCleanup', 'migrateStorage', 'rollbackStorage', 'listBackups', 'createBackup'],
      ...['createExhibition', 'updateExhibition', 'deleteExhibition', 'copyExhibition', 'moveGroups'],
      ...['downloadExhibitionArchive', 'listStaffLinks', 'createStaffLink', 'revokeStaffLink'],
    ],
  ],
]
const rolesFor = (name: string) => mayDo.find(([, names]) => names.includes(name))?.[0] ?? roles

describe.each(guarded)('%s', (name, operation) => {
  const access = operation.access as SessionAccess

  it('allows the roles in the table', () => {
    expect(rolesOf[access]).toEqual(rolesFor(name))
  })

  it.each(roles)('403 ROLE_REQUIRED for another role: %s', async (role) => {
    // A write without a body would take effect; the tests of its section cover allowed roles.
    if (isAllowed(access, role) && isWrite(operation) && !operation.body) return
    const { code } = await send(operation, sessions[role])
    if (isAllowed(access, role)) expect(code).not.toBe('ROLE_REQUIRED')
    else expect(code).toBe('ROLE_REQUIRED')
  })
})

describe.each(guarded.filter(([, { access }]) => access !== 'session'))('%s', (name, operation) => {
  it('403 PASSWORD_CHANGE_REQUIRED while a password change is due', async ({ skip }) => {
    skip(!isGuarded(name, operation))
    expect((await send(operation, pending)).code).toBe('PASSWORD_CHANGE_REQUIRED')
  })
})

describe.each(guarded.filter(([, { confirmed }]) => confirmed))('%s', (_, operation) => {
  it('403 REAUTHENTICATION_REQUIRED when the password was entered ten minutes ago', async () => {
    const session = await loginAsAdmin(app)
    clock.advance(10 * 60_000 - 1)
    if (operation.body) expect((await send(operation, session)).code).toBe('MALFORMED_JSON')
    clock.advance(1)
    expect((await send(operation, session)).code).toBe('REAUTHENTICATION_REQUIRED')
    if (!isAllowed(operation.access as SessionAccess, 'auditor'))
      expect((await send(operation, auditor)).code).toBe('ROLE_REQUIRED')
    const confirm = (password: string) => session.fetch('/auth/confirm', { method: 'POST', json: { password } })
    const wrong = await confirm('wrong')
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: 'Forbidden', code: 'WRONG_PASSWORD' }])
    expect((await send(operation, session)).code).toBe('REAUTHENTICATION_REQUIRED')
    expect((await confirm(adminCredentials.password)).status).toBe(200)
    if (operation.body) expect((await send(operation, session)).code).toBe('MALFORMED_JSON')
  })
})

describe('an unknown path below /api/admin', () => {
  const code = async (session: Pick<Session, 'fetch'>, path = '/api/admin/nothing', method = 'GET') => {
    const response = await session.fetch(path, { method })
    return (await codeOf(response))[1]
  }

  it('answers like a known one without a session', async () => {
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

  it('answers like a known one without the CSRF token, the role, or the changed password', async () => {
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
