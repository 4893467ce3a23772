import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Database } from '#server/ports/deps.ts'
import { testEngines } from '#tests/support/servers/engines.ts'
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

  it('increment the version and report each changed group once', async () => {
    const before = await database.changes.position()
    await database.transaction(async (tx) => {
      for (const groupId of ['a', 'b']) await tx.groups.insert(aGroup({ groupId }))
      await tx.groups.update('a', { title: 'Again' })
    })
    const between = await database.changes.position()
    await database.transaction((tx) => tx.groups.remove('b'))
    const { position, groupIds } = await database.changes.since(before)
    expect(position.version).toBe(before.version + 2)
    expect(await database.changes.version()).toBe(position.version)
    expect(groupIds.sort()).toEqual(['a', 'b'])
    expect(await database.changes.since(between)).toEqual({ position, groupIds: ['b'] })
    expect(await database.changes.since(position)).toEqual({ position, groupIds: [] })
  })

  it('keep the version if no group changes or if they fail', async () => {
    const before = await database.changes.version()
    await database.transaction((tx) => tx.jobs.recordRun('cleanup', '2024-05-01T10:00:00.000Z'))
    const failed = database.transaction(async (tx) => {
      await tx.groups.insert(aGroup({ groupId: 'failed' }))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await database.changes.version()).toBe(before)
    expect(await database.groups.find('failed')).toBeUndefined()
  })

  it('that begin together succeed and fail each on its own', async () => {
    const before = await database.changes.version()
    const groupIds = ['first', 'second', 'second', 'third']
    const ends = await Promise.allSettled(groupIds.map(add))
    const [first, ...seconds] = ends.map(({ status }) => status)
    expect([first, seconds.pop()]).toEqual(['fulfilled', 'fulfilled'])
    // PostgreSQL's connections race.
    expect(seconds.sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.changes.version()).toBe(before + 3)
    for (const groupId of groupIds) expect(await database.groups.find(groupId)).toMatchObject({ groupId })
  })

  it('make the version visible to every later call', async () => {
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

  it('refuse calls to the outer database while one is open', async () => {
    const mixed = database.transaction(() => database.groups.find('a'))
    await expect(mixed).rejects.toThrow('only its own stores')
  })

  // The embedded form runs as one process.
  it.skipIf(engine === 'SQLite')('number all changes of two replicas without gaps or duplicates', async () => {
    const other = await rows.openAgain()
    const before = await database.changes.position()
    const write = (replica: Database, index: number) =>
      replica.transaction((tx) => tx.groups.insert(aGroup({ groupId: `both ${index}` })))
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(index % 2 ? database : other, index)))
    expect(await database.changes.version()).toBe(before.version + 40)
    expect(await other.changes.version()).toBe(before.version + 40)
    expect((await other.changes.since(before)).groupIds).toHaveLength(40)
    await other[Symbol.asyncDispose]()
  })

  it('miss no change of a group that keeps changing while it is followed', async () => {
    const other = engine === 'SQLite' ? undefined : await rows.openAgain()
    let done = false
    let written = 0
    const write = async () => {
      await add('busy')
      for (let count = 1; count <= 60; count++) {
        const replica = other && count % 2 ? other : database
        await replica.transaction((tx) => tx.groups.update('busy', { year: count }))
        written = count
      }
      done = true
    }
    let position = await database.changes.position()
    let known = 0
    const follow = async () => {
      while (!done || known < 60) {
        const atLeast = written
        const changes = await database.changes.since(position)
        position = changes.position
        if (changes.groupIds.includes('busy')) known = (await database.groups.find('busy'))?.year ?? 0
        expect(known).toBeGreaterThanOrEqual(atLeast)
        // Reads of a file alone would leave no turn to the writes.
        await setImmediate()
      }
    }
    await Promise.all([write(), follow()])
    await other?.[Symbol.asyncDispose]()
  })

  it('are durable: a reopened database has them', async () => {
    await add('durable')
    const other = await rows.openAgain()
    expect(await other.groups.find('durable')).toMatchObject({ groupId: 'durable' })
    await expect(other.health()).resolves.toBeUndefined()
    await other[Symbol.asyncDispose]()
  })
})

describe.each((await testEngines()).slice(1))('transactions on %s that commit at the same time', (_, newPlace) => {
  it('do not wait for each other, and publish each change at its commit', async () => {
    await using place = await newPlace()
    await using database = await openDatabase(place.open())
    const add = (groupId: string) => database.transaction((tx) => tx.groups.insert(aGroup({ groupId })))
    await add('slow')
    const before = await database.changes.position()
    await using engine = toDisposable(place.open())
    let slow: Promise<unknown> | undefined
    await engine.db.transaction().execute(async (tx) => {
      // The change has its number and waits here, like for a disk.
      await tx.selectFrom('group_changes').select('group_id').where('group_id', '=', 'slow').forUpdate().execute()
      slow = database.transaction((tx) => tx.groups.update('slow', { title: 'Later' }))
      await vi.waitFor(async () => expect(await waiting(engine)).toBe(1), 30_000)
      for (const groupId of ['quick', 'quicker', 'quickest']) await add(groupId)
    })
    const between = await database.changes.since(before)
    await slow
    const groupIds = [...between.groupIds, ...(await database.changes.since(between.position)).groupIds]
    expect(groupIds.toSorted()).toEqual(['quick', 'quicker', 'quickest', 'slow'])
  })
})

const toDisposable = (engine: Engine) => Object.assign(engine, { [Symbol.asyncDispose]: engine.close })

async function waiting({ db }: Engine): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]?.count ?? 0
}
