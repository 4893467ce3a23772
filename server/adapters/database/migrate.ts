import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import { packageRoot } from '#server/config/package-root.ts'
import { OperatorError } from '#server/domain/errors.ts'
import type { Engine } from './engine.ts'
import { migrationsFrom001 } from './migrations/from-001.ts'
import { migrationsFrom003 } from './migrations/from-003.ts'
import { migrationsFrom011 } from './migrations/from-011.ts'
import { migrationsFrom016 } from './migrations/from-016.ts'
import { migrationsFrom022 } from './migrations/from-022.ts'
import { migrationsFrom028 } from './migrations/from-028.ts'
import type { Migrations } from './migrations/migration.ts'

/** By their names, in order. */
const migrations: Migrations = {
  ...migrationsFrom001,
  ...migrationsFrom003,
  ...migrationsFrom011,
  ...migrationsFrom016,
  ...migrationsFrom022,
  ...migrationsFrom028,
}

const lastStep = Object.keys(migrations).at(-1) ?? ''

/** The steps already taken. Looking at the whole schema, as the migrator does, would delay each start. */
async function stepsTaken({ db }: Pick<Engine, 'db'>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch {
    // A new database has no such table; one that cannot be reached says so to the migrator.
    return []
  }
}

const isComplete = (taken: readonly string[]): boolean => taken.length === Object.keys(migrations).length

const lastUnknown = (taken: readonly string[]): string | undefined =>
  taken.filter((name) => !(name in migrations)).at(-1)

/** The last step that only a newer release knows, or null: one may take it while this one runs. */
export const newerStep = async (engine: Pick<Engine, 'db'>): Promise<string | null> =>
  lastUnknown(await stepsTaken(engine)) ?? null

/** This release cannot read the rows of a newer one: misreading them could lose some. */
function refuseNewer(taken: readonly string[]): void {
  const unknown = lastUnknown(taken)
  if (unknown === undefined) return
  throw new OperatorError(
    `The database was upgraded by a newer release (${unknown}): start that release, or restore the backup from before the upgrade`,
  )
}

/** What all steps come to in an empty embedded database. `npx vitest run tests/contract/database -u` writes it. */
export const schemaFile = join(packageRoot, 'server/adapters/database/schema.sql')

const valuesOfOwn: Record<string, () => string> = {
  '{now}': () => new Date().toISOString(),
  '{secret}': () => randomBytes(32).toString('base64url'),
  '{uuid}': randomUUID,
}

/** One by one the steps would take a fifth of the first start. */
async function createSchema(db: Engine['db']): Promise<void> {
  // Another process may have done so meanwhile.
  if ((await stepsTaken({ db })).length > 0) return
  const schema = await readFile(schemaFile, 'utf8')
  for (const statement of schema.split(';\n\n')) {
    await sql.raw(statement.replaceAll(/\{\w+\}/g, (name) => valuesOfOwn[name]?.() ?? name)).execute(db)
  }
}

/** Brings the schema up to date. OperatorError when a newer release has done so. Two processes that start at once are safe: one migrates, the other waits (D93). `upTo` is for tests of earlier schemas. */
export async function migrate(engine: Engine, upTo = lastStep): Promise<void> {
  const taken = await stepsTaken(engine)
  refuseNewer(taken)
  if (isComplete(taken)) return
  await engine.forMigration(async (db) => {
    if (engine.exclusive && taken.length === 0 && upTo === lastStep) await db.transaction().execute(createSchema)
    // Those of the file, or fewer while a step is being written.
    if (!isComplete(await stepsTaken({ db }))) await takeSteps({ ...engine, db }, upTo)
  })
}

/** All steps that are missing, up to the one with this name. */
export async function takeSteps(engine: Engine, upTo = lastStep): Promise<void> {
  const steps = Object.entries(migrations).map(([name, step]): [string, KyselyMigration] => [
    name,
    { up: (db) => step({ ...engine, db }) },
  ])
  const { db } = engine
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error } = await migrator.migrateTo(upTo)
  if (error) throw error
}
