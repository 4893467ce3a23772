import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
