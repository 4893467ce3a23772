import { join } from 'node:path'
import type { Logger } from 'pino'
import { finishRestore } from '#server/adapters/data-folder/finish-restore.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Config } from '#server/config/config.ts'

/**
 * The configured database, for the service and for commands beside it. Only the driver that is used is loaded. A `name`
 * distinguishes those commands from the service, which must not run at the same time.
 */
export async function openEngine({ dataDir, secrets }: Config, log?: Logger, name?: string): Promise<Engine> {
  if (secrets.databaseUrl === undefined) {
    finishRestore(dataDir)
    const { openSqlite } = await import('#server/adapters/database/dialects/sqlite.ts')
    return openSqlite(join(dataDir, 'werkschau.db'))
  }
  const { openPostgres } = await import('#server/adapters/database/dialects/postgres.ts')
  return openPostgres(secrets.databaseUrl, {
    ...(name && { name }),
    onConnectionLost: (err) => log?.warn({ err }, 'a connection to the database was lost'),
  })
}

/** Whether a service works on the configured database. Asked before the database is opened by this process. */
export async function isDatabaseInUse({ dataDir, secrets }: Config): Promise<boolean> {
  if (secrets.databaseUrl === undefined) {
    const { isSqliteInUse } = await import('#server/adapters/database/dialects/sqlite.ts')
    return isSqliteInUse(join(dataDir, 'werkschau.db'))
  }
  const { isPostgresInUse } = await import('#server/adapters/database/dialects/postgres.ts')
  return isPostgresInUse(secrets.databaseUrl)
}

/** Writes what an embedded database holds at this moment to a new file; the service may be running. */
export async function saveDatabase(path: string, target: string): Promise<void> {
  const { saveSqlite } = await import('#server/adapters/database/dialects/sqlite.ts')
  saveSqlite(path, target)
}

/** Merges an embedded database that no process uses into one file, and returns what is damaged in it. */
export async function consolidateDatabase(path: string): Promise<string[]> {
  const { sealSqlite } = await import('#server/adapters/database/dialects/sqlite.ts')
  return sealSqlite(path)
}
