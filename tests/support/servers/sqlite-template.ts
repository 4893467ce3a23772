import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite, sealSqlite } from '#server/adapters/database/dialects/sqlite.ts'

let template: Promise<Uint8Array> | undefined

/** Writes a database with the schema and without rows: faster than running all migrations for each test. */
export async function writeTemplate(path: string): Promise<void> {
  template ??= makeTemplate()
  await writeFile(path, await template, { mode: 0o600 })
}

async function makeTemplate(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-template-'))
  const path = join(folder, 'werkschau.db')
  try {
    await (await openDatabase(openSqlite(path)))[Symbol.asyncDispose]()
    sealSqlite(path)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
