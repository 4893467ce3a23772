import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import { fastifySession } from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed, type SessionAccess } from '#contract/operation/access.ts'
import { type Account, usernameKey } from '#server/domain/accounts/user.ts'
import { digest, sameText } from '#server/domain/digest.ts'
import type { Deps } from '#server/ports/deps.ts'
import { lacksSecondFactor } from './lacks-second-factor.ts'
import { createSessionStore } from './session-store.ts'

declare module 'fastify' {
  interface Session {
    account?: Account
    /** When the password was last entered. */
    confirmedAt?: string
  }
}

export interface AdminSessions {
  /** The account of the request's session; undefined without one. Reading counts as use (D27). */
  find(request: FastifyRequest): Promise<Account | undefined>
  /** Whether the session of a request that `find` has read is still one, with a role that `access` allows. Does not count as use. */
  isCurrent(request: FastifyRequest, access: SessionAccess): Promise<boolean>
  /** Starts a session under a fresh id, ends the request's previous one, sets the cookies of it and of the device; returns the CSRF token. */
  start(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<string>
  readonly deviceOf: KnownDevices['find']
  /** The digest of this request's session id, as the database stores it. */
  digestOf(request: FastifyRequest): string
  /** Notes that the password was entered in this request's session (D52). */
  confirm(request: FastifyRequest): Promise<void>
  /** Deletes the browser's cookie. */
  forget(reply: FastifyReply): void
  /** The value that writes of this request's session must send as `X-CSRF-Token`. */
  csrfToken(request: FastifyRequest): string
  csrfMatches(request: FastifyRequest): boolean
}

const cookieName = 'sid'

const cookieOf = ({ headers }: FastifyRequest) => fastifyCookie.parse(headers.cookie ?? '')[cookieName]

type Attributes = Parameters<typeof fastifyCookie.serialize>[2]

const setCookie = (reply: FastifyReply, value: string, attributes: Attributes, name = cookieName) =>
  reply.header('set-cookie', fastifyCookie.serialize(name, value, attributes))

/** Sessions of the admins (D24, D27). `secret` may have any length; another one ends all sessions for good. */
export async function openAdminSessions(
  http: FastifyInstance,
  deps: Pick<Deps, 'database' | 'clock' | 'log' | 'config' | 'settings'>,
  secret: string,
): Promise<AdminSessions> {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `werkschau ${purpose}`, 32))
  await endSessionsOfOtherSecret(deps, keyFor('fingerprint').toString('base64url'))
  // No lifetime: the cookie ends with the browser session; the server counts the eight hours.
  const path = `${deps.config.server.basePath}/`
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure: deps.config.cookieSecure } as const
  const store = createSessionStore(deps)
  const read = await registerSessions(http, { store, secret: keyFor('session cookie'), attributes })

  const csrf = csrfTokens(keyFor('csrf token'))
  const devices = createKnownDevices(deps, keyFor('known device'))

  return {
    ...csrf,
    deviceOf: devices.find,

    async find(request) {
      const cookie = cookieOf(request)
      if (!cookie) return undefined
      await read(cookie, request)
      return request.session.account
    },

    async isCurrent({ session }, access) {
      const found = (await store.valid(session.sessionId))?.account
      return found !== undefined && mayUse(found, access) && !(await lacksSecondFactor(deps, found.user))
    },

    async start(request, reply, account) {
      await read(cookieOf(request) ?? '', request)
      await request.session.regenerate()
      request.session.account = account
      await request.session.save()
      setCookie(reply, request.session.encryptedSessionId, attributes)
      const { name, value, maxAge } = devices.cookieFor(account.user.username)
      setCookie(reply, value, { ...attributes, path: `${path}auth`, maxAge }, name)
      reply.header('cache-control', 'no-store')
      return csrf.csrfToken(request)
    },

    digestOf: ({ session }) => digest(session.sessionId),

    confirm: ({ session }) => confirmPassword(deps, digest(session.sessionId)),

    forget: (reply) => void setCookie(reply, '', { ...attributes, maxAge: 0 }),
  }
}

async function confirmPassword({ database, clock }: Pick<Deps, 'database' | 'clock'>, idDigest: string): Promise<void> {
  const confirmedAt = clock.now().toISOString()
  await database.transaction((tx) => tx.sessions.confirm(idDigest, confirmedAt))
}

const mayUse = ({ user }: Account, access: SessionAccess): boolean =>
  !user.requiresPasswordChange && isAllowed(access, user.role)

function csrfTokens(key: Buffer): Pick<AdminSessions, 'csrfToken' | 'csrfMatches'> {
  const csrfToken = ({ session }: FastifyRequest) =>
    createHmac('sha256', key).update(session.sessionId).digest('base64url')
  return {
    csrfToken,
    csrfMatches(request) {
      const sent = request.headers['x-csrf-token']
      return typeof sent === 'string' && sameText(sent, csrfToken(request))
    },
  }
}

interface SessionOptions {
  readonly store: ReturnType<typeof createSessionStore>
  readonly secret: Buffer
  readonly attributes: { readonly httpOnly: boolean; readonly sameSite: 'lax'; readonly secure: boolean }
}

/** Returns a function that reads the session of a cookie into a request. */
async function registerSessions(http: FastifyInstance, { store, secret, attributes }: SessionOptions) {
  let read: (cookie: string, request: FastifyRequest) => Promise<void> = () => Promise.reject(new Error('not ready'))
  // In a scope without routes: its hooks would read a session for every photo and write the cookie only over a
  // connection it takes for encrypted, which it cannot know behind a proxy. So routes ask for it where they need a session.
  await http.register(async (scope) => {
    await scope.register(fastifyCookie)
    await scope.register(fastifySession, {
      secret: secret.toString('base64url'),
      store,
      cookieName,
      // BASE_PATH has been removed from requests.
      cookie: { ...attributes, path: '/' },
      saveUninitialized: false,
      rolling: false,
    })
    read = (cookie, request) =>
      new Promise((resolve, reject) => {
        scope.decryptSession(cookie, request, (error: unknown) => (error ? reject(error) : resolve()))
      })
  })
  return read
}

/** Even if an earlier secret returns: signatures alone would accept its cookies again. */
async function endSessionsOfOtherSecret(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  fingerprint: string,
): Promise<void> {
  if ((await database.serviceState.get('session_secret')) === fingerprint) return
  await database.transaction(async (tx) => {
    const before = await tx.serviceState.lock('session_secret')
    if (before === fingerprint) return
    await tx.sessions.removeAll()
    await tx.serviceState.set('session_secret', fingerprint)
    if (before !== undefined) log.warn('the session secret has changed: all sessions have ended')
  })
}

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Recognises browsers that have logged in before, by a signed cookie per account. Their wrong passwords are counted by
 * device, so that others at the same address cannot lock them out (D53). The cookie alone opens nothing.
 */
interface KnownDevices {
  /** Names the device in limits; undefined when this account has not logged in with it within a year. */
  find(request: FastifyRequest, username: string): string | undefined
  /** The cookie to set after a login; `maxAge` in seconds. */
  cookieFor(username: string): { readonly name: string; readonly value: string; readonly maxAge: number }
}

function createKnownDevices({ clock }: Pick<Deps, 'clock'>, key: Buffer): KnownDevices {
  const sign = (username: string, text: string) =>
    createHmac('sha256', key)
      .update(`${usernameKey(username)}\n${text}`)
      .digest('base64url')
  const nameFor = (username: string) => `device-${sign(username, 'name').slice(0, 16)}`
  const now = () => Math.floor(clock.now().getTime() / 1_000)

  return {
    find({ headers }, username) {
      const cookie = fastifyCookie.parse(headers.cookie ?? '')[nameFor(username)]
      const [id = '', until = '', signature = ''] = cookie?.split('.') ?? []
      const isValid = sameText(signature, sign(username, `${id}.${until}`)) && Number(until) > now()
      return isValid ? id : undefined
    },

    cookieFor(username) {
      const content = `${randomBytes(16).toString('base64url')}.${now() + yearSeconds}`
      return { name: nameFor(username), value: `${content}.${sign(username, content)}`, maxAge: yearSeconds }
    },
  }
}
