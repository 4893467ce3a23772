import { sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'
import { groups } from './migrations/001-groups.ts'
import { consents } from './migrations/002-consents.ts'
import { logs } from './migrations/003-logs.ts'
import { admins } from './migrations/004-admins.ts'
import { backgroundWork } from './migrations/005-background-work.ts'
import { moderation } from './migrations/006-moderation.ts'
import { servedJobs } from './migrations/007-served-jobs.ts'
import { failedValidations } from './migrations/008-failed-validations.ts'
import { imageAdditions } from './migrations/009-image-additions.ts'
import { rareRows } from './migrations/010-rare-rows.ts'
import { visibility } from './migrations/011-visibility.ts'
import { accounts } from './migrations/012-accounts.ts'
import { takedowns } from './migrations/013-takedowns.ts'
import { secondFactors } from './migrations/014-second-factors.ts'
import type { Migration } from './migrations/migration.ts'

const migrations: Readonly<Record<string, Migration>> = {
  '001-groups': groups,
  '002-consents': consents,
  '003-logs': logs,
  '004-admins': admins,
  '005-background-work': backgroundWork,
  '006-moderation': moderation,
  '007-served-jobs': servedJobs,
  '008-failed-validations': failedValidations,
  '009-image-additions': imageAdditions,
  '010-rare-rows': rareRows,
  '011-visibility': visibility,
  '012-accounts': accounts,
  '013-takedowns': takedowns,
  '014-second-factors': secondFactors,
}

/** Whether the newest step was taken already: looking at the whole schema, as the migrator does, would delay each start. */
async function isUpToDate({ db }: Engine): Promise<boolean> {
  try {
    const newest = Object.keys(migrations).at(-1) ?? ''
    const taken = await sql<{ name: string }>`select name from kysely_migration where name = ${newest}`.execute(db)
    return taken.rows.length > 0
  } catch {
    // A new database has no such table; one that cannot be reached says so to the migrator.
    return false
  }
}

/** Brings the schema up to date. Two processes that start at once are safe: one migrates, the other waits (D38). */
export async function migrate(engine: Engine): Promise<void> {
  if (await isUpToDate(engine)) return
  const steps = Object.entries(migrations).map(([name, step]): [string, KyselyMigration] => [
    name,
    { up: (db) => step({ db, withIdentity: engine.withIdentity }) },
  ])
  await engine.forMigration(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}
