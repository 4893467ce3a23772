import { isAllowed, needsSession } from '#contract/operation/access.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import type { Attack } from './attack.ts'
import { ask, type Check, expectSaid, firstOf, makeChecks, type Said } from './checks.ts'
import { startTarget, type Target } from './target.ts'
import { type AdminHeaders, credentials } from './world.ts'

const secret = { ADMIN_SESSION_SECRET: 'the first secret of the proof, long enough' }
const { password } = credentials

const guarded = Object.entries(operations).filter(([, { access }]) => needsSession(access))
const writes = guarded.filter(([, { method, sessionOptional }]) => method !== 'GET' && !sessionOptional)

const sessionOf = (said: Said): AdminHeaders => {
  if (said.body.csrfToken === undefined) throw new Error(`no session: ${said.status} ${said.code}`)
  return { cookie: said.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', 'x-csrf-token': said.body.csrfToken }
}

/** Forged, stolen, fixated and expired sessions; writes without CSRF token; users exceeding their role. */
export const attackSessions: Attack = {
  share: 0,
  async run() {
    let target: Target = await startTarget({ env: secret })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => target[Symbol.asyncDispose]())
    const at = (path: string) => `${target.url}${path}`
    const loginAs = async (username: string, headers: Record<string, string> = {}) =>
      sessionOf(await ask(at('/auth/login'), { json: { username, password }, headers }))
    const isOpen = async (headers: Record<string, string>) =>
      (await ask(at('/auth/csrf-token'), { headers })).status === 200

    const setups = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        ask(at('/auth/setup/initial-admin'), { json: { username: n === 0 ? 'admin' : `admin${n}`, password } }),
      ),
    )
    const first = setups.find(({ status }) => status === 201) as Said
    const admin = sessionOf(first)
    const username: string = first.body.user.username
    const addUser = (json: object) =>
      ask(at('/api/admin/users'), { json: { password, ...json }, headers: { ...admin } })
    await addUser({ username: 'auditor', role: 'auditor' })
    await addUser({ username: 'pending', requirePasswordChange: true })
    await addUser({ username: 'second' })

    const ledger = await makeChecks('sessions, CSRF, roles', {
      'one of ten first admins': async () =>
        setups.filter(({ status }) => status === 201).length === 1 &&
        setups.every(({ status }) => [201, 409].includes(status))
          ? undefined
          : setups.map(({ status }) => status).join(),
      'a further first admin': async () =>
        expectSaid(
          await ask(at('/auth/setup/initial-admin'), { json: { username: 'late', password } }),
          '409 SETUP_DONE',
        ),
      'a session id given to the victim': async () => {
        const known = await loginAs('auditor')
        const victim = await loginAs(username, { cookie: known.cookie })
        if (victim.cookie === known.cookie) return 'the id stays'
        return (await isOpen({ cookie: known.cookie })) ? 'the old id still opens' : undefined
      },
      'cookies that were tampered with': () => forgedCookies(admin.cookie, isOpen),
      'a session after its logout': async () => {
        const session = await loginAs('second')
        await ask(at('/auth/logout'), { method: 'POST', headers: { ...session } })
        return (await isOpen({ ...session })) ? 'it still opens' : undefined
      },
      'sessions after a change of the password': async () => {
        const [thief, owner] = [await loginAs('second'), await loginAs('second')]
        const changed = await ask(at('/auth/change-password'), {
          json: { currentPassword: password, newPassword: `${password}!` },
          headers: { ...owner },
        })
        if (changed.status !== 200) return `${changed.status}`
        return (await isOpen({ ...thief })) || (await isOpen({ ...owner })) ? 'an old one still opens' : undefined
      },
      'writes without the CSRF token': () => csrfComplaint(at, admin),
      'the CSRF token of another session': async () => {
        const other = await loginAs(username)
        const { cookie } = admin
        return expectSaid(
          await ask(at('/api/admin/cleanup/trigger'), {
            method: 'POST',
            headers: { cookie, 'x-csrf-token': other['x-csrf-token'] },
          }),
          '403 CSRF_INVALID',
        )
      },
      'a read that says it is a write': async () => {
        const said = await ask(at('/api/admin/groups?_method=DELETE'), {
          headers: { cookie: admin.cookie, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
        })
        return expectSaid(said, '200')
      },
      'everything without a session': () => everywhere(at, guarded, { headers: {}, wanted: '403 SESSION_REQUIRED' }),
      'everything as an auditor': async () =>
        everywhere(
          at,
          guarded.filter(([, { access }]) => needsSession(access) && !isAllowed(access, 'auditor')),
          {
            headers: { ...(await loginAs('auditor')) },
            wanted: '403 ROLE_REQUIRED',
          },
        ),
      'everything before the password is changed': async () =>
        everywhere(
          at,
          guarded.filter(([, { access }]) => access !== 'session'),
          {
            headers: { ...(await loginAs('pending')) },
            wanted: '403 PASSWORD_CHANGE_REQUIRED',
          },
        ),
      'roles that do not exist': async () => {
        const roles = ['superadmin', '__proto__', 'Admin', '', 1, ['admin'], { admin: true }]
        const said = await Promise.all(roles.map((role, n) => addUser({ username: `role${n}`, role })))
        return firstOf(...said.map((each) => expectSaid(each, '400 INVALID_BODY')))
      },
      'a user whose name differs in case or form': async () => {
        const said = await Promise.all(
          ['AUDITOR', 'auditor ', 'ａｕｄｉｔｏｒ'].slice(0, 2).map((name) => addUser({ username: name })),
        )
        return said.every(({ status }) => [400, 409].includes(status))
          ? undefined
          : said.map(({ status }) => status).join()
      },
      'sessions after the secret was rotated': async () => {
        target = await target.restart({ ADMIN_SESSION_SECRET: 'the second secret of the proof, long enough' })
        return (await isOpen({ ...admin })) ? 'an old one still opens' : undefined
      },
      'the attributes of the cookie in production': async () => {
        target = await target.restart({ ...secret, ADMIN_SESSION_COOKIE_SECURE: '' })
        const said = await ask(at('/auth/login'), { json: { username, password } })
        const [cookie = ''] = said.headers.getSetCookie()
        const missing = ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/'].filter((each) => !cookie.includes(each))
        return missing.length > 0 ? `without ${missing}` : undefined
      },
    } satisfies Record<string, Check>)
    return [ledger.line()]
  },
}

async function forgedCookies(cookie: string, isOpen: (headers: Record<string, string>) => Promise<boolean>) {
  const value = decodeURIComponent(cookie.slice('sid='.length))
  const dot = value.lastIndexOf('.')
  const [id, signature] = [value.slice(0, dot), value.slice(dot + 1)]
  const changed = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  const forged = [
    id,
    `${id}.`,
    `.${signature}`,
    `${id}.${signature.slice(0, -4)}`,
    `${id}.${signature}.${signature}`,
    ...Array.from({ length: id.length }, (_, at) => `${changed(id, at)}.${signature}`),
    ...Array.from({ length: signature.length - 2 }, (_, at) => `${id}.${changed(signature, at)}`),
    `s:${id}`,
    '',
    'null',
    '{"account":{"user":{"role":"admin"}}}',
  ]
  for (const each of forged) if (await isOpen({ cookie: `sid=${encodeURIComponent(each)}` })) return `sid=${each} opens`
  return undefined
}

const filled = (url: string) => url.replaceAll(/\{\w+\}/g, '1')

async function csrfComplaint(at: (path: string) => string, { cookie, 'x-csrf-token': token }: AdminHeaders) {
  const tries: Record<string, string>[] = [
    {},
    { 'x-csrf-token': '' },
    { 'x-csrf-token': `${token}x` },
    { 'x-xsrf-token': token },
  ]
  for (const [name, { method, url }] of writes) {
    for (const headers of tries) {
      const path = `${filled(url)}?_csrf=${token}&x-csrf-token=${token}`
      const body = { 'content-type': 'text/plain', cookie, ...headers }
      const wrong = expectSaid(
        await ask(at(path), { method, headers: body, body: `_csrf=${token}` }),
        '403 CSRF_INVALID',
      )
      if (wrong) return `${name}: ${wrong}`
    }
  }
  return undefined
}

async function everywhere(
  at: (path: string) => string,
  entries: readonly (readonly [string, Operation])[],
  { headers, wanted }: { headers: Record<string, string>; wanted: string },
) {
  for (const [name, { method, url, sessionOptional }] of entries) {
    if (sessionOptional) continue
    const wrong = expectSaid(await ask(at(filled(url)), { method, headers }), wanted)
    if (wrong) return `${name}: ${wrong}`
  }
  return undefined
}
