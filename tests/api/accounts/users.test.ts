import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  adminCredentials,
  login,
  loginAsAdmin,
  loginAsNew,
  onceChecked,
  post,
  type Session,
} from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const { password } = adminCredentials
const create = (json: unknown) => admin.fetch('/api/admin/users', { method: 'POST', json })

describe('createUser', () => {
  it('201 with the user, by default an admin', async () => {
    const response = await create({ username: ' Bettina ', password })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      success: true,
      user: {
        id: expect.any(Number),
        username: 'Bettina',
        role: 'admin',
        requiresPasswordChange: false,
        exhibitionIds: null,
      },
    })
    const session = await login(app, { username: 'bettina', password })
    expect((await session.fetch('/api/admin/users', { method: 'POST', json: {} })).status).toBe(400)
  })

  it('201 with role and a password that must be changed', async () => {
    const response = await create({ username: 'carl', password, role: 'auditor', requirePasswordChange: true })
    expect(await response.json()).toMatchObject({ user: { role: 'auditor', requiresPasswordChange: true } })
    expect((await login(app, { username: 'carl', password })).user.requiresPasswordChange).toBe(true)
  })

  it('stores the password as argon2id and never returns it', async () => {
    const text = await (await create({ username: 'dora', password })).text()
    const account = await app.app.deps.database.users.findByName('dora')
    expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$/)
    expect(text).not.toContain(password)
    expect(text).not.toContain('argon2')
  })

  it('409 when the name is taken, whatever its case', async () => {
    for (const username of ['admin', 'ADMIN', ' Admin']) {
      expect(await codeOf(await create({ username, password }))).toEqual([409, 'USER_EXISTS'])
    }
    const same = await Promise.all(
      ['Müller', 'MÜLLER', 'mu\u0308ller'].map((username) => create({ username, password })),
    )
    expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('400 for a name of 0 or 65 characters, 201 for 1 and 64', async () => {
    for (const username of ['', '  ', '\n', 'x'.repeat(65)]) {
      expect(await codeOf(await create({ username, password }))).toEqual([400, 'INVALID_BODY'])
    }
    for (const username of ['y', '🦉'.repeat(64)]) expect((await create({ username, password })).status).toBe(201)
  })

  it('400 for a password of 7 or 257 characters, 201 for 8 and 256', async () => {
    for (const bad of ['', 'x'.repeat(7), '🦉'.repeat(7), 'x'.repeat(257)]) {
      expect(await codeOf(await create({ username: 'erik', password: bad }))).toEqual([400, 'INVALID_PASSWORD'])
    }
    expect((await create({ username: 'short', password: '        ' })).status).toBe(201)
    const long = { username: 'long', password: '🦉'.repeat(256) }
    expect((await create(long)).status).toBe(201)
    await login(app, long)
  })

  it.each([
    {},
    { username: 'f' },
    { password: 'long enough' },
    { username: 1, password: 'long enough' },
    { username: 'f', password: 12345678 },
    { username: 'f', password: 'long enough', role: 'root' },
    { username: 'f', password: 'long enough', requirePasswordChange: 'true' },
    [],
    null,
  ])('400 INVALID_BODY for %j', async (json) => {
    expect(await codeOf(await create(json))).toEqual([400, 'INVALID_BODY'])
    expect(await app.app.deps.database.users.findByName('f')).toBeUndefined()
  })
})

describe('listUsers', () => {
  it('lists all users, oldest first, without their password hashes', async () => {
    await using service = await startApp()
    const session = await loginAsAdmin(service)
    await session.fetch('/api/admin/users', { method: 'POST', json: { username: 'eva', password, role: 'auditor' } })
    const response = await session.fetch('/api/admin/users')
    const createdAt = expect.stringMatching(/Z$/)
    expect(await response.json()).toEqual({
      success: true,
      users: [
        {
          id: 1,
          username: 'admin',
          role: 'admin',
          requiresPasswordChange: false,
          exhibitionIds: null,
          disabled: false,
          secondFactor: false,
          createdAt,
        },
        {
          id: 2,
          username: 'eva',
          role: 'auditor',
          requiresPasswordChange: false,
          exhibitionIds: null,
          disabled: false,
          secondFactor: false,
          createdAt,
        },
      ],
    })
    const auditor = await login(service, { username: 'eva', password })
    expect(await codeOf(await auditor.fetch('/api/admin/users'))).toEqual([403, 'ROLE_REQUIRED'])
  })
})

describe('updateUser', () => {
  const update = (id: number | string, json: unknown, by = admin) =>
    by.fetch(`/api/admin/users/${id}`, { method: 'PATCH', json })
  const isOpen = async (session: Session) => (await session.fetch('/auth/csrf-token')).status === 200

  it('200 with another role, and ends the sessions of the account', async () => {
    const session = await loginAsNew(app, { username: 'greta', role: 'auditor' })
    const response = await update(session.user.id, { role: 'moderator' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      success: true,
      user: { id: session.user.id, username: 'greta', role: 'moderator', disabled: false },
    })
    expect(await isOpen(session)).toBe(false)
    expect((await login(app, { username: 'greta', password })).user.role).toBe('moderator')
  })

  it('200: a disabled account cannot log in, and its old sessions stay ended when it is enabled again', async () => {
    const session = await loginAsNew(app, { username: 'heinz' })
    expect((await update(session.user.id, { disabled: true })).status).toBe(200)
    expect(await isOpen(session)).toBe(false)
    const login = () => post(app, '/auth/login', { username: 'heinz', password })
    expect(await codeOf(await login())).toEqual([401, 'LOGIN_FAILED'])
    expect((await update(session.user.id, { disabled: false })).status).toBe(200)
    expect(await isOpen(session)).toBe(false)
    expect((await login()).status).toBe(200)
  })

  it('200: a new password, to be changed at the next login', async () => {
    const session = await loginAsNew(app, { username: 'ilse' })
    expect(await codeOf(await update(session.user.id, { password: 'short' }))).toEqual([400, 'INVALID_PASSWORD'])
    expect(await isOpen(session)).toBe(true)
    expect((await update(session.user.id, { password: 'another password' })).status).toBe(200)
    expect(await isOpen(session)).toBe(false)
    expect((await login(app, { username: 'ilse', password: 'another password' })).user.requiresPasswordChange).toBe(
      true,
    )
  })

  it('ends no session if nothing changes', async () => {
    const session = await loginAsNew(app, { username: 'jana', role: 'auditor' })
    expect((await update(session.user.id, { role: 'auditor', disabled: false })).status).toBe(200)
    expect(await isOpen(session)).toBe(true)
  })

  it('400 NO_FIELDS, INVALID_BODY; 404 for an account that does not exist', async () => {
    expect(await codeOf(await update(1, {}))).toEqual([400, 'NO_FIELDS'])
    for (const json of [{ role: 'root' }, { disabled: 'true' }, []]) {
      expect(await codeOf(await update(1, json))).toEqual([400, 'INVALID_BODY'])
    }
    for (const id of [999_999, 'x', '1.0', '0x1', '-1']) {
      expect(await codeOf(await update(id, { disabled: true }))).toEqual([404, 'USER_NOT_FOUND'])
    }
  })
})

describe('deleteUser', () => {
  it('200: deletes the account and its sessions, and frees the name', async () => {
    const session = await loginAsNew(app, { username: 'karl' })
    const remove = () => admin.fetch(`/api/admin/users/${session.user.id}`, { method: 'DELETE' })
    expect((await remove()).status).toBe(200)
    expect(await codeOf(await remove())).toEqual([404, 'USER_NOT_FOUND'])
    expect((await session.fetch('/auth/csrf-token')).status).toBe(403)
    expect((await loginAsNew(app, { username: 'karl' })).user.id).toBeGreaterThan(session.user.id)
  })

  it('401 for a login whose password was right until then', async () => {
    const { user } = await loginAsNew(app, { username: 'lena' })
    onceChecked(app, () => admin.fetch(`/api/admin/users/${user.id}`, { method: 'DELETE' }))
    expect(await codeOf(await post(app, '/auth/login', { username: 'lena', password }))).toEqual([401, 'LOGIN_FAILED'])
  })
})

describe('the last enabled admin', () => {
  it('409 LAST_ADMIN: cannot be disabled, demoted or deleted, and stays logged in', async () => {
    await using house = await startApp()
    const only = await loginAsAdmin(house)
    await loginAsNew(house, { username: 'auditor', role: 'auditor' })
    const off = await loginAsNew(house, { username: 'off' })
    const path = `/api/admin/users/${only.user.id}`
    await only.fetch(`/api/admin/users/${off.user.id}`, { method: 'PATCH', json: { disabled: true } })
    const attempts = [
      { method: 'PATCH', json: { disabled: true } },
      { method: 'PATCH', json: { role: 'moderator' } },
      { method: 'DELETE' },
    ]
    for (const attempt of attempts) {
      expect(await codeOf(await only.fetch(path, attempt))).toEqual([409, 'LAST_ADMIN'])
    }
    expect((await only.fetch('/api/admin/users')).status).toBe(200)
  })

  it('stays when two demote each other at once', async () => {
    await using house = await startApp()
    const one = await loginAsAdmin(house)
    const two = await loginAsNew(house, { username: 'two' })
    const demote = (by: Session, { user }: Session) =>
      by.fetch(`/api/admin/users/${user.id}`, { method: 'PATCH', json: { role: 'auditor' } })
    const answers = await Promise.all([demote(one, two), demote(two, one)])
    expect(answers.map(({ status }) => status)).toContain(200)
    const admins = (await house.app.deps.database.users.all()).filter(({ role }) => role === 'admin')
    expect(admins).toHaveLength(1)
  })
})
