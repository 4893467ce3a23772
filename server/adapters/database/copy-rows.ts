import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { OperatorError } from '#server/domain/errors.ts'
import { type CopiedTable, copiedTables, counterTable, tablesOfUse, unownedFileTables } from './copied-tables.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

/** The same on both sides. */
export interface TableCopy extends TableDigest {
  readonly table: string
}

/** The databases differ. */
export class RowsDiffer extends OperatorError {
  constructor(table: string) {
    super(`The rows of ${table} are not the same on both sides`)
  }
}

/** Throws OperatorError for a database that is not new. */
export async function refuseOccupied(db: Kysely<Tables>): Promise<void> {
  for (const table of tablesOfUse) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length === 0) continue
    throw new OperatorError(`The target database is in use: there are rows in ${table}. Take an empty one`)
  }
}

interface RowCopy {
  readonly source: Engine
  readonly target: Engine
  /** The files stay where they are. */
  readonly sameFiles: boolean
  /** Runs last in the target's transaction. */
  readonly last: (tx: Kysely<Tables>) => Promise<void>
}

/**
 * Copies all rows in one transaction of the target: all of them are there afterwards, or none. They are read in one
 * transaction of the source, digested on both sides and compared. Throws RowsDiffer, OperatorError.
 */
export async function copyRows({ source, target, sameFiles, last }: RowCopy): Promise<TableCopy[]> {
  const tables = sameFiles ? [...copiedTables, ...unownedFileTables] : copiedTables
  const counters = await copyCounters(source, target)
  const rows = await source.forMigration((from) =>
    from
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((reading) =>
        target.forMigration((to) =>
          to.transaction().execute(async (writing) => {
            await refuseOccupied(writing)
            await empty(writing)
            const copies: TableCopy[] = []
            for (const table of tables) {
              copies.push(await copyTable(reading, writing, table))
              if (!('identity' in table)) continue
              const number = await source.lastIdentity(reading, table.table)
              await target.setIdentity(writing, { table: table.table, last: number })
            }
            await last(writing)
            return copies
          }),
        ),
      ),
  )
  return [...rows, counters]
}

async function copyTable(source: AnyDb, target: AnyDb, table: CopiedTable): Promise<TableCopy> {
  const digester = tableDigester()
  for await (const rows of rowsOf(source, table)) {
    for (const row of rows) digester.add(row)
    if (rows.length > 0) await target.insertInto(table.table).values(rows).execute()
  }
  const copied = digester.digest()
  const found = await digestOf(target, table)
  if (found.sha256 !== copied.sha256) throw new RowsDiffer(table.table)
  return { table: table.table, ...copied }
}

/** Also deletes the rows that a new database starts with. */
async function empty(db: Kysely<Tables>): Promise<void> {
  for (const { table } of copiedTables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
}

/** First of all: the transaction of the rows does not reach them. */
async function copyCounters(source: Engine, target: Engine): Promise<TableCopy> {
  const from = await source.openCounterTable()
  const to = await target.openCounterTable()
  try {
    await to.db.deleteFrom('rate_limits').execute()
    return await copyTable(from.db, to.db, counterTable)
  } finally {
    await from.close()
    await to.close()
  }
}

/** Compares what was copied before. Throws RowsDiffer. */
export async function compareRows(source: Engine, target: Engine): Promise<TableCopy[]> {
  const copies: TableCopy[] = []
  for (const table of copiedTables) {
    const [here, there] = [await digestOf(source.db, table), await digestOf(target.db, table)]
    if (here.sha256 !== there.sha256) throw new RowsDiffer(table.table)
    copies.push({ table: table.table, ...here })
  }
  return copies
}

const tables = copiedTables.filter(({ table }) => ['admin_users', 'second_factors', 'recovery_codes'].includes(table))

/** Gives `target` the accounts of `source`, their passwords and second factors, in place of its own; sessions end. */
export async function copyAccounts(source: Engine, target: Engine): Promise<void> {
  await target.db.transaction().execute(async (writing) => {
    for (const table of ['sessions', 'auth_challenges', ...tables.map(({ table }) => table).toReversed()] as const) {
      await writing.deleteFrom(table).execute()
    }
    for (const table of tables) {
      await copyTable(source.db, writing, table)
      if (!table.identity) continue
      const last = await source.lastIdentity(source.db, table.table)
      await target.setIdentity(writing, { table: table.table, last })
    }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the tables are known by name only
type AnyDb = Kysely<any>
type AnyRow = Readonly<Record<string, unknown>>

const rowsAtOnce = 500

/** The rows of a table in the form to be copied, by its key, in parts. */
async function* rowsOf(db: AnyDb, { table, key, change }: CopiedTable): AsyncGenerator<AnyRow[]> {
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

interface TableDigest {
  readonly rows: number
  /** SHA-256 over all values of all rows. */
  readonly sha256: string
}

/** Digests rows one after the other; two tables have the same digest when they have the same rows. */
function tableDigester() {
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

async function digestOf(db: AnyDb, table: CopiedTable): Promise<TableDigest> {
  const digester = tableDigester()
  for await (const rows of rowsOf(db, table)) for (const row of rows) digester.add(row)
  return digester.digest()
}
