import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Engine } from './adapters/database/engine.ts'
import type { Config } from './config.ts'

/** The configured database, for the service and for commands beside it. Only the driver that is used is loaded. */
export async function openEngine({ dataDir, secrets }: Config, log?: Logger): Promise<Engine> {
  if (secrets.databaseUrl === undefined) {
    const { openSqlite } = await import('./adapters/database/dialects/sqlite.ts')
    return openSqlite(join(dataDir, 'werkschau.db'))
  }
  const { openPostgres } = await import('./adapters/database/dialects/postgres.ts')
  return openPostgres(secrets.databaseUrl, {
    onConnectionLost: (err) => log?.warn({ err }, 'a connection to the database was lost'),
  })
}
