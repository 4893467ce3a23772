import type { Role } from '#contract/operation/access.ts'
import type { TestApp } from './start-app.ts'

type Service = Pick<TestApp, 'fetch'>

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** A user who is logged in. */
export interface Session {
  readonly user: { id: number; username: string; role: string; requiresPasswordChange: boolean }
  readonly csrfToken: string
  /** `sid=…`, as the browser sends it. */
  readonly cookie: string
  /** Sends cookie and CSRF token; `json` is sent as the body. */
  readonly fetch: (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>
}

export const adminCredentials = { username: 'admin', password: 'a password of the tests' }

export const post = (app: Service, path: string, json: unknown, headers: Record<string, string> = {}) =>
  app.fetch(path, {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** `name=value` of the cookie that an answer sets. */
export const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

/** The session that an answer of setup, login or change of password has started. */
export async function sessionOf(app: Service, response: Response): Promise<Session> {
  const body = (await response.json()) as Pick<Session, 'user' | 'csrfToken'>
  if (!response.ok) throw new Error(`No session was started: ${JSON.stringify(body)}`)
  const cookie = cookieOf(response)
  return {
    user: body.user,
    csrfToken: body.csrfToken,
    cookie,
    fetch(path, { json, headers, ...init } = {}) {
      const all = new Headers(headers)
      all.set('cookie', cookie)
      all.set('x-csrf-token', body.csrfToken)
      if (json !== undefined) all.set('content-type', 'application/json')
      return app.fetch(path, { ...init, headers: all, ...(json !== undefined && { body: JSON.stringify(json) }) })
    },
  }
}

export const login = async (app: Service, credentials: Credentials): Promise<Session> =>
  sessionOf(app, await post(app, '/auth/login', credentials))

/** Sets up the first admin, or logs in when that has been done. */
export async function loginAsAdmin(app: Service): Promise<Session> {
  const setup = await post(app, '/auth/setup/initial-admin', adminCredentials)
  return setup.status === 409 ? login(app, adminCredentials) : sessionOf(app, setup)
}

/** Runs `meanwhile` when the next login has passed its checks, before it gets a session. */
export function onceChecked({ app }: TestApp, meanwhile: () => Promise<unknown>): void {
  const { counters } = app.deps
  const { forget } = counters
  Object.assign(counters, {
    async forget(...counted: Parameters<typeof forget>) {
      Object.assign(counters, { forget })
      await meanwhile()
      return forget(...counted)
    },
  })
}

/** Creates a further user and logs in. */
export async function loginAsNew(
  app: Service,
  user: { username: string; role?: Role; requirePasswordChange?: boolean },
): Promise<Session> {
  const admin = await loginAsAdmin(app)
  const credentials = { username: user.username, password: adminCredentials.password }
  const created = await admin.fetch('/api/admin/users', { method: 'POST', json: { ...user, ...credentials } })
  if (!created.ok) throw new Error(`The user was not created: ${await created.text()}`)
  return login(app, credentials)
}

export const loginAsAuditor = (app: Service): Promise<Session> =>
  loginAsNew(app, { username: 'auditor', role: 'auditor' })

export const loginAsModerator = (app: Service): Promise<Session> =>
  loginAsNew(app, { username: 'moderator', role: 'moderator' })
