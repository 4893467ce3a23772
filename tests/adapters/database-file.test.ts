import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'

it('makes the database file unreadable for other users of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-mode-'))
  const file = join(folder, 'data', 'werkschau.db')
  {
    await using database = await openDatabase(openSqlite(file))
    await database.health()
    for (const each of [file, `${file}-wal`]) expect(statSync(each).mode & 0o777, each).toBe(0o600)
  }
  rmSync(folder, { recursive: true, force: true })
})

it('lets no other process write in the middle of a transaction, which would make it fail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-beside-'))
  const file = join(folder, 'werkschau.db')
  {
    await using database = await openDatabase(openSqlite(file))
    // A command of the operator beside the service waits longer.
    const other = new Database(file, { timeout: 0 })
    const write = () => other.prepare(`update exhibitions set texts = '{}'`).run()
    await database.transaction(async (tx) => {
      expect(await tx.exhibitions.all()).toHaveLength(1)
      expect(write).toThrow('locked')
      await tx.exhibitions.setGroupCountAtEnd(1, 7)
    })
    expect(write().changes).toBe(1)
    other.close()
    expect(await database.exhibitions.find(1)).toMatchObject({ groupCountAtEnd: 7 })
  }
  rmSync(folder, { recursive: true, force: true })
})

it('says that it cannot be written for now while another process writes for long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'werkschau-locked-'))
  const file = join(folder, 'werkschau.db')
  {
    await using database = await openDatabase(openSqlite(file, { lockMs: 50 }))
    const other = new Database(file)
    other.exec('begin immediate')
    const write = database.transaction((tx) => tx.exhibitions.setGroupCountAtEnd(1, 7))
    await expect(write).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    other.close()
    await database.transaction((tx) => tx.exhibitions.setGroupCountAtEnd(1, 7))
  }
  rmSync(folder, { recursive: true, force: true })
})
