import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { CopiedTable } from './copied-tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables are known by name only
export type AnyDb = Kysely<any>
export type AnyRow = Readonly<Record<string, unknown>>

const rowsAtOnce = 500

/** The rows of a table in the form to be copied, by its key, in parts. */
export async function* rowsOf(db: AnyDb, { table, key, change }: CopiedTable): AsyncGenerator<AnyRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let after: AnyRow | undefined
  for (;;) {
    const last = after
    const behind = last && sql`where (${columns}) > (${sql.join(key.map((column) => sql.val(last[column])))})`
    const { rows } = await sql<AnyRow>`
      select * from ${sql.table(table)} ${behind ?? sql``} order by ${columns} limit ${sql.lit(rowsAtOnce)}
    `.execute(db)
    if (rows.length === 0) return
    after = rows.at(-1)
    yield change ? rows.map(change).filter((row) => row !== undefined) : rows
  }
}

export interface TableDigest {
  readonly rows: number
  /** SHA-256 over all values of all rows. */
  readonly sha256: string
}

/** Digests rows one after the other; two tables have the same digest when they have the same rows. */
export function tableDigester() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row: AnyRow) {
      rows++
      hash.update(
        `${JSON.stringify(
          Object.entries(row)
            .toSorted(byName)
            .map(([, value]) => portable(value)),
        )}\n`,
      )
    },
    digest: (): TableDigest => ({ rows, sha256: hash.digest('hex') }),
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
/** One engine cannot hold this character and keeps another in its place. */
const portable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)

export async function digestOf(db: AnyDb, table: CopiedTable): Promise<TableDigest> {
  const digester = tableDigester()
  for await (const rows of rowsOf(db, table)) for (const row of rows) digester.add(row)
  return digester.digest()
}
