import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFailure, type FailedValidations } from '#server/domain/failed-validations.ts'
import { type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('failed validations on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('failedValidations')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  const failOnce = (address: string, at: string) =>
    rows.write(async (tx) => {
      const after = countFailure(await tx.failedValidations.lock(address), { now: new Date(at) })
      await tx.failedValidations.save(after)
      return after
    })
  const time = (hour: number) => `2026-01-02T${String(hour).padStart(2, '0')}:00:00.000Z`

  it('are empty for an address at first, and are stored', async () => {
    expect(await rows.database.failedValidations.find('192.0.2.1')).toBeUndefined()
    await failOnce('192.0.2.1', time(1))
    await failOnce('192.0.2.1', time(2))
    const expected: FailedValidations = { address: '192.0.2.1', failedAt: [time(1), time(2)], bannedUntil: null }
    expect(await rows.write((tx) => tx.failedValidations.find('192.0.2.1'))).toEqual(expected)
    expect(await rows.database.failedValidations.bans(time(2))).toEqual([])
  })

  it('are counted exactly in parallel', async () => {
    await Promise.all(Array.from({ length: 19 }, () => failOnce('192.0.2.2', time(3))))
    expect((await rows.database.failedValidations.find('192.0.2.2'))?.failedAt).toHaveLength(19)
  })

  it('list current bans, the last to end first', async () => {
    await failOnce('192.0.2.2', time(4))
    for (let i = 0; i < 20; i++) await failOnce('2001:db8::/64', time(5))
    const bans = (now: string) => rows.write((tx) => tx.failedValidations.bans(now))
    expect((await bans(time(6))).map(({ address }) => address)).toEqual(['2001:db8::/64', '192.0.2.2'])
    expect((await bans('2026-01-03T04:00:00.000Z')).map(({ address }) => address)).toEqual(['2001:db8::/64'])
    expect(await bans('2026-01-03T05:00:00.000Z')).toEqual([])
  })

  it('are removed on request, or when they have expired', async () => {
    await rows.write((tx) => tx.failedValidations.remove('2001:db8::/64'))
    expect(await rows.database.failedValidations.find('2001:db8::/64')).toBeUndefined()
    expect(await rows.write((tx) => tx.failedValidations.removeExpired('2026-01-03T02:00:00.000Z'))).toBe(1)
    expect(await rows.database.failedValidations.find('192.0.2.1')).toBeUndefined()
    expect(await rows.database.failedValidations.find('192.0.2.2')).toBeDefined()
  })
})

describe.each(await testDatabases())('former tokens on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('formerTokens')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  it('are stored until they are removed; the later end counts', async () => {
    const add = (digest: string, at: string) => rows.write((tx) => tx.formerTokens.add(digest, at))
    await add('a', '2026-01-01T00:00:00.000Z')
    await add('b', '2026-01-01T00:00:00.000Z')
    await add('b', '2026-01-02T00:00:00.000Z')
    expect(await rows.write((tx) => tx.formerTokens.has('a'))).toBe(true)
    expect(await rows.database.formerTokens.has('c')).toBe(false)
    expect(await rows.write((tx) => tx.formerTokens.removeBefore('2026-01-02T00:00:00.000Z'))).toBe(1)
    expect(await rows.database.formerTokens.has('a')).toBe(false)
    expect(await rows.database.formerTokens.has('b')).toBe(true)
  })
})
