import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, login, loginAsAdmin, type Session } from '#tests/support/admin.ts'
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
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('createUser', () => {
  it('201 with the user, an admin unless said otherwise', async () => {
    const response = await create({ username: ' Bettina ', password })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      success: true,
      user: { id: expect.any(Number), username: 'Bettina', role: 'admin', requiresPasswordChange: false },
    })
    const session = await login(app, { username: 'bettina', password })
    expect((await session.fetch('/api/admin/users', { method: 'POST', json: {} })).status).toBe(400)
  })

  it('201 with role and a password that must be changed', async () => {
    const response = await create({ username: 'carl', password, role: 'auditor', requirePasswordChange: true })
    expect(await response.json()).toMatchObject({ user: { role: 'auditor', requiresPasswordChange: true } })
    expect((await login(app, { username: 'carl', password })).user.requiresPasswordChange).toBe(true)
  })

  it('keeps argon2id of the password and never answers it', async () => {
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
  it('lists everyone, oldest first, without anything of their passwords', async () => {
    await using service = await startApp()
    const session = await loginAsAdmin(service)
    await session.fetch('/api/admin/users', { method: 'POST', json: { username: 'eva', password, role: 'auditor' } })
    const response = await session.fetch('/api/admin/users')
    const createdAt = expect.stringMatching(/Z$/)
    expect(await response.json()).toEqual({
      success: true,
      users: [
        { id: 1, username: 'admin', role: 'admin', requiresPasswordChange: false, createdAt },
        { id: 2, username: 'eva', role: 'auditor', requiresPasswordChange: false, createdAt },
      ],
    })
    const auditor = await login(service, { username: 'eva', password })
    expect(await codeOf(await auditor.fetch('/api/admin/users'))).toEqual([403, 'ROLE_REQUIRED'])
  })
})
