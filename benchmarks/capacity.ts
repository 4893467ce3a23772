import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { type SeedSpec, seedGroups } from '#tests/support/seed-groups.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import { memoryMiB } from '#tests/support/servers/process-tree.ts'
import { newDataDir, startService } from './support/start-service.ts'
import { figure, type Scenario, type Table } from './support/table.ts'

const groups = 25_000
const imagesEach = 4
const title = 'A day in the workshop with everyone who came'

/** Four of five are approved, half have a platform consent, every tenth was changed by its owner. */
const spec = (index: number): SeedSpec => ({
  title,
  description: `${title}, and what was made of it. `.repeat(3),
  year: 1990 + (index % 36),
  isApproved: index % 5 !== 0,
  changesSinceApproval: index % 50 === 1 ? ['update_metadata'] : [],
  images: imagesEach,
  platformIds: index % 2 === 0 ? [1] : [],
})

async function fill(engine: Engine): Promise<void> {
  await using database = await openDatabase(engine)
  await seedGroups(
    database,
    Array.from({ length: groups }, (_, index) => spec(index)),
  )
}

interface Size {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly indexBytes: number
}

/** The size of the groups' tables on disk. */
async function onServer(): Promise<Size[]> {
  const server = await startOwnPostgres({ synchronous_commit: 'off' })
  const client = new Client({ connectionString: server.address })
  try {
    await fill(openPostgres(server.address, { onConnectionLost: () => undefined }))
    await client.connect()
    await client.query('vacuum analyze')
    const { rows } = await client.query(
      `select relname as "table", reltuples::int as rows, pg_table_size(oid)::int as bytes,
              pg_indexes_size(oid)::int as "indexBytes"
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000`,
    )
    return rows
  } finally {
    await client.end()
    await server.stop()
  }
}

function inFile(path: string): Size[] {
  const db = new Database(path, { readonly: true })
  const sizes = db
    .prepare<[], Size>(
      `select tbl_name as "table", sum(iif(type = 'table', size, 0)) as bytes, sum(iif(type = 'index', size, 0)) as indexBytes, 0 as rows
       from sqlite_master join (select name, sum(pgsize) as size from dbstat group by name) using (name)
       group by tbl_name having bytes > 500000`,
    )
    .all()
    .map((size) => ({
      ...size,
      rows: (db.prepare(`select count(*) as n from "${size.table}"`).get() as { n: number }).n,
    }))
  db.close()
  return sizes
}

const sizeRows = (engine: string, sizes: readonly Size[]) =>
  sizes
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ table, rows, bytes, indexBytes }) => [
      engine,
      table,
      String(rows),
      figure(bytes / rows, 0),
      figure(indexBytes / rows, 0),
    ])

/** The cost of a replica's feed: memory, time of the first read, bytes of the answer. */
async function inMemory(dataDir: string): Promise<string[]> {
  await using service = await startService({ DATA_DIR: dataDir })
  await fetch(`${service.url}/health`)
  const before = memoryMiB(service.pid)
  const began = performance.now()
  const answer = await fetch(`${service.url}/api/groups?limit=1`)
  const { totalCount } = (await answer.json()) as { totalCount: number }
  const firstMs = performance.now() - began
  const copy = memoryMiB(service.pid)
  const whole = await fetch(`${service.url}/api/groups`, { headers: { 'accept-encoding': 'identity' } })
  const { byteLength } = await whole.arrayBuffer()
  return [
    String(totalCount),
    figure(firstMs, 0),
    figure(((copy - before) * 2 ** 20) / totalCount, 0),
    figure(((memoryMiB(service.pid) - before) * 2 ** 20) / totalCount, 0),
    figure(byteLength / totalCount, 0),
  ]
}

export const run: Scenario = async () => {
  const dataDir = newDataDir()
  try {
    const path = join(dataDir, 'werkschau.db')
    await fill(openSqlite(path))
    const sizes: Table = {
      title: `Bytes of a row, ${groups} groups of ${imagesEach} images`,
      columns: ['engine', 'table', 'rows', 'row', 'its indexes'],
      rows: [...sizeRows('SQLite', inFile(path)), ...sizeRows('PostgreSQL', await onServer())],
    }
    const memory: Table = {
      title: 'The copy of the feed in each replica',
      columns: ['groups shown', 'first read ms', 'memory bytes/group', 'after a whole answer', 'answer bytes/group'],
      rows: [await inMemory(dataDir)],
      notes: [
        'Memory is the proportional set size of the process, with what the garbage collector has not given back.',
      ],
    }
    return [sizes, memory]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
