import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'

/** The commits in a write-ahead log: of the frames of a transaction the last one has the size of the file. */
function commitsIn(log: Buffer): number {
  const frameBytes = 24 + log.readUInt32BE(8)
  const frames = Array.from({ length: (log.length - 32) / frameBytes }, (_, index) => 32 + index * frameBytes)
  return frames.filter((at) => log.readUInt32BE(at + 4) > 0).length
}

/** Every flush of a file by this process. */
async function flushes() {
  await using handle = await open(import.meta.filename)
  return vi.spyOn<FileHandle, 'datasync'>(Object.getPrototypeOf(handle), 'datasync')
}

describe('transactions of one file', () => {
  let folder: string
  let engine: Engine
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'werkschau-commits-'))
    engine = openSqlite(join(folder, 'werkschau.db'))
    await sql`create table words (word text primary key)`.execute(engine.db)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const commits = () => commitsIn(readFileSync(join(folder, 'werkschau.db-wal')))
  const add = (word: string) => engine.transaction((tx) => sql`insert into words values (${word})`.execute(tx))
  const words = async () =>
    (await sql<{ word: string }>`select word from words`.execute(engine.db)).rows.map(({ word }) => word)

  it('share one commit when they begin together', async () => {
    const before = commits()
    await Promise.all(['one', 'two', 'two', 'three'].map((word) => add(word).catch(() => undefined)))
    expect(commits()).toBe(before + 1)
    expect(await words()).toEqual(['one', 'two', 'three'])
  })

  it('begin again on their own when the engine undoes all of them', async () => {
    const undone = engine.transaction(async (tx) => {
      await sql`rollback`.execute(tx)
      throw new Error('no space')
    })
    const ends = await Promise.allSettled([add('before'), undone, add('after')])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await words()).toEqual(['before', 'after'])
  })

  it('return when the disk has them; meanwhile others begin, which share the next flush', async () => {
    const disk = Promise.withResolvers<void>()
    const flush = await flushes()
    flush.mockReturnValueOnce(disk.promise)
    const ended: string[] = []
    const adding = ['one', 'two', 'three'].map(async (word, index) => {
      await expect.poll(words).toHaveLength(index)
      await add(word)
      ended.push(word)
    })
    await expect.poll(words).toEqual(['one', 'two', 'three'])
    expect([ended, flush.mock.calls.length]).toEqual([[], 1])
    disk.resolve()
    await Promise.all(adding)
    expect([ended, flush.mock.calls.length]).toEqual([['one', 'two', 'three'], 2])
  })

  it('fail when the disk does, until the log was moved into the database', async () => {
    const flush = await flushes()
    flush.mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code: 'EIO' }))
    const reader = new Database(join(folder, 'werkschau.db'), { readonly: true })
    reader.exec('begin; select * from words')
    for (const word of ['one', 'two']) {
      const error = await add(word).catch((error: unknown) => error)
      expect(engine.isUnwritable(error)).toBe(true)
    }
    reader.close()
    await add('three')
    expect(flush).toHaveBeenCalledTimes(1)
    expect(readFileSync(join(folder, 'werkschau.db-wal'))).toHaveLength(0)
    await add('four')
    expect(flush).toHaveBeenCalledTimes(2)
  })
})
