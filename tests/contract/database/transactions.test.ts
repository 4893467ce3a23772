import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/ports/database.ts'
import { aGroup, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

describe.each(await testDatabases())('transactions on %s', (engine, open) => {
  let rows: TestDatabase
  let database: Database
  beforeAll(async () => {
    rows = await open()
    database = rows.database
  })
  afterAll(async () => {
    await rows[Symbol.asyncDispose]()
  })
  const add = (groupId: string) => database.transaction((tx) => tx.groups.insert(aGroup({ groupId })))

  it('raise the version and name the changed groups, once each', async () => {
    const before = await database.changes.version()
    await database.transaction(async (tx) => {
      for (const groupId of ['a', 'b']) await tx.groups.insert(aGroup({ groupId }))
      await tx.groups.update('a', { title: 'Again' })
    })
    await database.transaction((tx) => tx.groups.remove('b'))
    const { version, groupIds } = await database.changes.since(before)
    expect(version).toBe(before + 2)
    expect(await database.changes.version()).toBe(version)
    expect(groupIds.sort()).toEqual(['a', 'b'])
    expect(await database.changes.since(before + 1)).toEqual({ version, groupIds: ['b'] })
    expect(await database.changes.since(version)).toEqual({ version, groupIds: [] })
  })

  it('leave the version alone when no group changes or when they fail', async () => {
    const before = await database.changes.version()
    await database.transaction((tx) => tx.jobs.noteRun('cleanup', '2024-05-01T10:00:00.000Z'))
    const failed = database.transaction(async (tx) => {
      await tx.groups.insert(aGroup({ groupId: 'failed' }))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await database.changes.version()).toBe(before)
    expect(await database.groups.find('failed')).toBeUndefined()
  })

  it('show the version of a change to every call that comes after it', async () => {
    const before = await database.changes.version()
    const seen: (number | Promise<number>)[] = []
    const look = setInterval(() => seen.push(database.changes.version()), 1)
    for (let index = 1; index <= 30; index++) {
      await add(`seen ${index}`)
      const versions = await Promise.all(Array.from({ length: 20 }, () => database.changes.version()))
      expect(new Set(versions)).toEqual(new Set([before + index]))
    }
    clearInterval(look)
    await Promise.all(seen)
  })

  it('refuse the database outside while one is open', async () => {
    const mixed = database.transaction(() => database.groups.find('a'))
    await expect(mixed).rejects.toThrow('only its own stores')
  })

  // The embedded form runs as one process.
  it.skipIf(engine === 'SQLite')('number all changes of two replicas without a gap or a double', async () => {
    const other = await rows.openAgain()
    const before = await database.changes.version()
    const write = (replica: Database, index: number) =>
      replica.transaction((tx) => tx.groups.insert(aGroup({ groupId: `both ${index}` })))
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(index % 2 ? database : other, index)))
    expect(await database.changes.version()).toBe(before + 40)
    expect(await other.changes.version()).toBe(before + 40)
    expect((await other.changes.since(before)).groupIds).toHaveLength(40)
    await other[Symbol.asyncDispose]()
  })

  it('are durable: a database opened again has them', async () => {
    await add('durable')
    const other = await rows.openAgain()
    expect(await other.groups.find('durable')).toMatchObject({ groupId: 'durable' })
    await expect(other.health()).resolves.toBeUndefined()
    await other[Symbol.asyncDispose]()
  })
})
