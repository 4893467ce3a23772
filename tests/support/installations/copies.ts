import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { copiedTables, copyNotes } from '#server/adapters/database/copied-tables.ts'
import { runTransferCommand } from '#server/command-line/transfer-command.ts'
import { readConfig } from '#server/config/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { fullEnv } from './full-installation.ts'

const [server, s3] = [await sharedService('postgres'), await sharedService('s3')]

export type Env = Readonly<Record<string, string>>

export const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
/** A configuration of the test with its own, empty places. */
export async function emptyPlace(database: 'embedded' | 'server', files: 'folder' | 'bucket'): Promise<Env> {
  const env: Record<string, string> = { ...fullEnv, DATA_DIR: await newFolder() }
  if (database === 'server' && server) {
    const created = await newDatabase(server, { empty: true })
    onTestFinished(() => created[Symbol.asyncDispose]())
    env.DATABASE_URL = created.url
  }
  return files === 'bucket' && s3 ? { ...env, ...bucketVariables(await newBucket(s3)) } : env
}

export async function fileOf(env: Env): Promise<string> {
  const path = join(await newFolder(), 'target.env')
  await writeFile(
    path,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  return path
}

export async function copy(from: Env, to: Env, ...more: string[]): Promise<string> {
  const words = ['copy', '--to', await fileOf(to), ...more]
  return runTransferCommand({ env: from, words, progress: () => undefined })
}

/** Every row of every table except the copy's own records, and the bytes of every file. */
export async function contentOf(env: Env) {
  await using place = await openPlace(readConfig(env))
  const tables: Record<string, unknown[]> = {}
  for (const { table, key } of copiedTables) {
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${columns}`.execute(
      place.engine.db,
    )
    tables[table] = rows.filter(({ name }) => !copyNotes.includes(String(name)))
  }
  const files: Record<string, string> = {}
  for (const kind of ['original', 'preview'] as const) {
    for await (const { name } of place.files.list(kind)) {
      const stored = await place.files.open(kind, name)
      files[`${kind}/${name}`] = Buffer.concat(await Array.fromAsync(stored?.read() ?? [])).toString('base64')
    }
  }
  return { tables, files }
}
