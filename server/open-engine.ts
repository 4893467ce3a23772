import { join } from 'node:path'
import { openSqlite } from './adapters/database/dialects/sqlite.ts'
import type { Engine } from './adapters/database/engine.ts'
import type { Config } from './config.ts'

/** The configured database, for the service and for commands beside it. */
export const openEngine = ({ dataDir }: Config): Engine => openSqlite(join(dataDir, 'werkschau.db'))
