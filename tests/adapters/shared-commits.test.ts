import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'

/** The commits in a write-ahead log: of the frames of a transaction the last one has the size of the file. */
function commitsIn(log: Buffer): number {
  const frameBytes = 24 + log.readUInt32BE(8)
  const frames = Array.from({ length: (log.length - 32) / frameBytes }, (_, index) => 32 + index * frameBytes)
  return frames.filter((at) => log.readUInt32BE(at + 4) > 0).length
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
})
