import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import { migrate } from '#server/adapters/database/migrate.ts'

type Row = Readonly<Record<string, string | number | null>>

/** A database that release 2.0.1, the first one, has created and filled. */
interface FirstRelease {
  /** As SQLite reports it. */
  readonly schema: readonly string[]
  readonly rows: Readonly<Record<string, readonly Row[]>>
}

export const firstRelease: FirstRelease = JSON.parse(await readFile('tests/fixtures/release-2.0.1.json', 'utf8'))

export const lastStep = '010-rare-rows'

/** Creates the first release's database on an empty engine. Its migrations never change, so neither does their schema. */
export async function fillAsFirstRelease(engine: Engine): Promise<void> {
  await migrate(engine, lastStep)
  const db = engine.db.$extendTables<Record<string, Row>>()
  const tables = Object.entries(firstRelease.rows).filter(([table]) => !table.startsWith('kysely_'))
  // Referenced rows come first.
  const first = ['groups', 'social_media_platforms', 'admin_users']
  const inOrder = tables.toSorted(([a], [b]) => Number(first.includes(b)) - Number(first.includes(a)))
  for (const [table] of inOrder.toReversed()) await db.deleteFrom(table).execute()
  for (const [table, rows] of inOrder)
    await db
      .insertInto(table)
      .values([...rows])
      .execute()
}

/** The statements that created the tables and indexes of an embedded database, in order. */
export async function schemaOf({ db }: Engine): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null and name not like 'sqlite_%'
    order by case type when 'table' then 0 else 1 end, rowid`.execute(db)
  return rows.map((row) => row.sql)
}
