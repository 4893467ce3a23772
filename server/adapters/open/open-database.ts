import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { finishRestore } from '#server/adapters/data-folder/finish-restore.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Config } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import type { Database } from '#server/ports/deps.ts'
import { openEngine } from './open-engine.ts'
import { asOperatorError } from './start-failure.ts'

/** The configured database, for commands; it is created when it is missing. */
export const openNewDatabase = (config: Config): Promise<Database> =>
  asOperatorError(config, openEngine(config).then(openDatabase))

/** The configured database, for commands. A mistyped DATA_DIR is an OperatorError and creates nothing. */
export async function openExistingDatabase(config: Config): Promise<Database> {
  refuseMissingDatabase(config)
  return openNewDatabase(config)
}

/** OperatorError when DATA_DIR holds no installation. */
export function refuseMissingDatabase({ dataDir, secrets }: Config): void {
  if (secrets.databaseUrl !== undefined) return
  finishRestore(dataDir)
  if (existsSync(join(dataDir, 'werkschau.db'))) return
  throw new OperatorError(`DATA_DIR ${dataDir} holds no installation: there is no werkschau.db in it`)
}
