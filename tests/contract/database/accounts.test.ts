import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const time = '2024-05-01T10:00:00.000Z'
const begin = '2024-05-01T02:00:00.000Z'
const later = '2024-05-01T18:00:00.000Z'

describe.each(await testDatabases())('accounts on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('users')).toEqual([])
    expect(rows.untried('sessions')).toEqual([])
    expect(rows.untried('secondFactors')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  const add = (username: string) =>
    rows.write((tx) =>
      tx.users.add({
        exhibitionIds: null,
        username,
        role: 'admin',
        requiresPasswordChange: true,
        passwordHash: 'hash',
        createdAt: time,
      }),
    )

  it('lets one of many set up the first admin', async () => {
    expect(await rows.database.users.any()).toBe(false)
    const setUp = async (username: string) =>
      rows.write(async (tx) => {
        if (!(await tx.users.claimSetup())) return false
        const user = { username, role: 'admin', requiresPasswordChange: false } as const
        await tx.users.add({ exhibitionIds: null, ...user, passwordHash: 'hash', createdAt: time })
        return true
      })
    const done = await Promise.all(Array.from({ length: 8 }, (_, index) => setUp(`first-${index}`)))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await rows.write((tx) => tx.users.any())).toBe(true)
    expect(await rows.write((tx) => tx.users.all())).toHaveLength(1)
  })

  it('accepts a name once, ignoring case', async () => {
    const zoe = await add('Zoë')
    expect(zoe).toEqual({
      id: expect.any(Number),
      username: 'Zoë',
      role: 'admin',
      requiresPasswordChange: true,
      exhibitionIds: null,
    })
    expect(await add('ZOË')).toBeUndefined()
    expect(await rows.write((tx) => tx.users.findByName('zoË'))).toEqual({
      user: zoe,
      passwordHash: 'hash',
      disabled: false,
    })
    expect(await rows.database.users.findByName('zoe')).toBeUndefined()
    expect((await rows.write((tx) => tx.users.find(zoe?.id ?? 0)))?.user).toEqual(zoe)
    expect(await rows.database.users.findByName('Zoë\0')).toEqual({ user: zoe, passwordHash: 'hash', disabled: false })
    const race = await Promise.all(Array.from({ length: 5 }, () => add('same')))
    expect(race.filter(Boolean)).toHaveLength(1)
  })

  it('changes a password once, if the previous one is as expected', async () => {
    const id = (await add('changes'))?.id ?? 0
    const change = (passwordHash: string, expected?: string) =>
      rows.write((tx) =>
        tx.users.changePassword(id, { passwordHash, requiresPasswordChange: false, ...(expected && { expected }) }),
      )
    expect(await change('new', 'other')).toBe(false)
    expect(await change('new', 'hash')).toBe(true)
    expect(await change('newer', 'hash')).toBe(false)
    expect(await change('newest')).toBe(true)
    const account = await rows.database.users.findByName('changes')
    expect(account).toMatchObject({ passwordHash: 'newest', user: { requiresPasswordChange: false } })
  })

  it('changes role and disabled state; removes a user with its sessions', async () => {
    const id = (await add('goes'))?.id ?? 0
    await rows.write((tx) => tx.users.update(id, { exhibitionIds: null, role: 'moderator', disabled: true }))
    expect(await rows.database.users.findByName('goes')).toMatchObject({ user: { role: 'moderator' }, disabled: true })
    expect((await rows.database.users.all()).find((user) => user.id === id)).toMatchObject({ disabled: true })
    const session = { idDigest: 'x', credential: 'c', startedAt: begin, confirmedAt: begin, expiresAt: time }
    await rows.write((tx) => tx.sessions.add({ ...session, userId: id }))
    await rows.write((tx) => tx.users.remove(id))
    expect(await rows.database.users.findByName('goes')).toBeUndefined()
    expect(await rows.database.sessions.find('x')).toBeUndefined()
    expect((await add('goes'))?.id).toBeGreaterThan(id)
  })

  it('stores second factors; accepts a code and a signature once', async () => {
    const userId = (await add('factors'))?.id ?? 0
    const totp = { userId, name: 'TOTP', sealedSecret: 'sealed', confirmed: false, lastStep: 0, createdAt: time }
    const [first, second] = [
      await rows.write((tx) => tx.secondFactors.addTotp(totp)),
      await rows.write((tx) => tx.secondFactors.addTotp(totp)),
    ]
    expect(first).toEqual({ ...totp, type: 'totp', id: expect.any(Number), lastUsedAt: null })
    const use = (id: number, step: number) => rows.write((tx) => tx.secondFactors.useTotp(id, { step, at: later }))
    expect(await use(first.id, 59_844_893)).toBe(true)
    for (const step of [59_844_893, 59_844_892]) expect(await use(first.id, step)).toBe(false)
    expect(await rows.database.secondFactors.inUse(userId)).toBe(false)
    await rows.write((tx) => tx.secondFactors.confirmTotp(first))
    expect(await rows.write((tx) => tx.secondFactors.inUse(userId))).toBe(true)
    expect(await use(second.id, 1)).toBe(false)
    const user = (await rows.database.users.all()).find(({ id }) => id === userId)
    expect(user).toMatchObject({ secondFactor: true })

    const passkey = {
      userId,
      name: 'Key',
      credentialId: 'c',
      publicKey: 'p',
      counter: 2 ** 32 - 2,
      transports: ['usb'],
      createdAt: time,
    }
    const key = await rows.write((tx) => tx.secondFactors.addPasskey(passkey))
    expect(key).toEqual({ ...passkey, type: 'passkey', id: expect.any(Number), lastUsedAt: null })
    expect(await rows.write((tx) => tx.secondFactors.addPasskey(passkey))).toBeUndefined()
    const sign = (counter: number) =>
      rows.write((tx) => tx.secondFactors.usePasskey(key?.id ?? 0, { counter, at: later }))
    expect(await sign(2 ** 32 - 1)).toBe(true)
    expect(await sign(2 ** 32 - 1)).toBe(false)
    expect(await rows.database.secondFactors.ofUser(userId)).toEqual([
      { ...first, confirmed: true, lastStep: 59_844_893, lastUsedAt: later },
      { ...key, counter: 2 ** 32 - 1, lastUsedAt: later },
    ])
    await rows.write((tx) => tx.secondFactors.rename(first.id, 'My phone'))
    expect(await rows.database.secondFactors.ofUser(userId)).toMatchObject([{ name: 'My phone' }, { name: 'Key' }])
    await rows.write((tx) => tx.secondFactors.remove(first.id))
    expect(await rows.write((tx) => tx.secondFactors.ofUser(userId))).toHaveLength(1)
    await rows.write((tx) => tx.secondFactors.removeOfUser(userId))
    expect(await rows.database.secondFactors.ofUser(userId)).toEqual([])
  })

  it('accepts a recovery code and a challenge once', async () => {
    const userId = (await add('codes'))?.id ?? 0
    await rows.write((tx) => tx.secondFactors.replaceRecoveryCodes(userId, ['a', 'b']))
    const use = () => rows.write((tx) => tx.secondFactors.useRecoveryCode(userId, 'a'))
    expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toHaveLength(1)
    expect(await rows.database.secondFactors.recoveryCodes(userId)).toEqual(['b'])
    await rows.write((tx) => tx.secondFactors.replaceRecoveryCodes(userId, []))
    expect(await rows.write((tx) => tx.secondFactors.recoveryCodes(userId))).toEqual([])

    const challenge = { digest: 'd', purpose: 'login', userId, credential: 'c', expiresAt: time } as const
    await rows.write((tx) => tx.secondFactors.addChallenge(challenge))
    expect(await rows.write((tx) => tx.secondFactors.findChallenge('d'))).toEqual(challenge)
    const take = () => rows.write((tx) => tx.secondFactors.takeChallenge('d'))
    expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toEqual([challenge])
    await rows.write((tx) => tx.secondFactors.addChallenge(challenge))
    await rows.write((tx) => tx.secondFactors.removeChallengesBefore(time))
    expect(await rows.database.secondFactors.findChallenge('d')).toBeUndefined()
    for (const purpose of ['login', 'chat'] as const) {
      await rows.write((tx) => tx.secondFactors.addChallenge({ ...challenge, digest: purpose, purpose }))
    }
    await rows.write((tx) => tx.secondFactors.removeChallenges({ userId, purpose: 'chat' }))
    expect(await rows.database.secondFactors.findChallenge('chat')).toBeUndefined()
    expect(await rows.database.secondFactors.findChallenge('login')).toBeDefined()
  })

  it('keeps sessions until they are removed', async () => {
    const user = await add('sessions')
    const userId = user?.id ?? 0
    const session = (idDigest: string) => ({
      idDigest,
      userId,
      credential: 'c',
      startedAt: begin,
      confirmedAt: begin,
      expiresAt: time,
    })
    const find = (idDigest: string) => rows.write((tx) => tx.sessions.find(idDigest))
    await rows.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.sessions.add(session(id))
    })
    expect(await find('a')).toEqual({ ...session('a'), account: { user, passwordHash: 'hash', disabled: false } })
    expect(await rows.database.sessions.find('A')).toBeUndefined()
    await rows.write((tx) => tx.sessions.extend('a', later))
    await rows.write((tx) => tx.sessions.extend('a', time))
    expect(await find('a')).toMatchObject({ expiresAt: later })
    await rows.write((tx) => tx.sessions.confirm('a', time))
    expect(await find('a')).toMatchObject({ startedAt: begin, confirmedAt: time })
    await rows.write((tx) => tx.sessions.remove('b'))
    expect(await find('b')).toBeUndefined()
    await rows.write((tx) => tx.sessions.removeExpired(time))
    expect(await find('c')).toBeUndefined()
    await rows.write((tx) => tx.sessions.removeOfUser(userId))
    expect(await find('a')).toBeUndefined()
    await rows.write((tx) => tx.sessions.add(session('d')))
    await rows.write((tx) => tx.sessions.removeStartedBefore(begin))
    expect(await find('d')).toBeDefined()
    await rows.write((tx) => tx.sessions.removeStartedBefore(time))
    expect(await find('d')).toBeUndefined()
    await rows.write((tx) => tx.sessions.add(session('d')))
    await rows.write((tx) => tx.sessions.removeAll())
    expect(await find('d')).toBeUndefined()
  })
})
