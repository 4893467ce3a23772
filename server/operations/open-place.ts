import { realpathSync } from 'node:fs'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openEngine } from '#server/adapters/open/open-engine.ts'
import { openFiles } from '#server/adapters/open/open-files.ts'
import { openLedger } from '#server/adapters/open/open-ledger.ts'
import { asOperatorError } from '#server/adapters/open/start-failure.ts'
import type { Config } from '#server/config/config.ts'
import type { Installation } from './transfer.ts'

/** Opens rows, files and the ledger of withdrawals as the service does with the same configuration. */
export const openPlace = (config: Config): Promise<Installation & AsyncDisposable> =>
  asOperatorError(config, open(config))

/** An installation in one folder, whatever the service itself uses. */
export const inFolder = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  s3: undefined,
  secrets: { ...config.secrets, databaseUrl: undefined },
})

async function open(config: Config): Promise<Installation & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const engine = await openEngine(config, undefined, 'werkschau-copy')
  opened.defer(engine.close)
  const database = await openDatabase(engine)
  const files = opened.use(await openFiles(config))
  const ledger = opened.use(await openLedger(config))
  const all = opened.move()
  return { engine, database, files, ledger, filesAt: filesAt(config), [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const filesAt = ({ s3, dataDir }: Config) =>
  s3 ? `${s3.endpoint ?? s3.region}/${s3.bucket}` : `file://${realpathSync(dataDir)}`
