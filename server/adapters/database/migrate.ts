import { sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
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

/** Brings the schema up to date. OperatorError when a newer release has done so. Two processes that start at once are safe: one migrates, the other waits (D93). `upTo` is for tests of earlier schemas. */
export async function migrate(engine: Engine, upTo = Object.keys(migrations).at(-1) ?? ''): Promise<void> {
  const taken = await stepsTaken(engine)
  refuseNewer(taken)
  if (taken.length === Object.keys(migrations).length) return
  const steps = Object.entries(migrations).map(([name, step]): [string, KyselyMigration] => [
    name,
    { up: (db) => step({ ...engine, db }) },
  ])
  await engine.forMigration(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
    const { error } = await migrator.migrateTo(upTo)
    if (error) throw error
  })
}
