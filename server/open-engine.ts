import { join } from 'node:path'
import type { Logger } from 'pino'
import { openPostgres } from './adapters/database/dialects/postgres.ts'
import { openSqlite } from './adapters/database/dialects/sqlite.ts'
import type { Engine } from './adapters/database/engine.ts'
import type { Config } from './config.ts'

/** The configured database, for the service and for commands beside it. */
export function openEngine({ dataDir, secrets }: Config, log?: Logger): Engine {
  if (secrets.databaseUrl === undefined) return openSqlite(join(dataDir, 'werkschau.db'))
  return openPostgres(secrets.databaseUrl, {
    onConnectionLost: (err) => log?.warn({ err }, 'a connection to the database was lost'),
  })
}
