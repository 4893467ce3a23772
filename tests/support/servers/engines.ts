import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { newDatabase, onConnectionLost } from './databases.ts'
import { sharedService } from './shared-service.ts'
import { writeTemplate } from './sqlite-template.ts'

/** A database that outlives the engines on it. */
export interface Place extends AsyncDisposable {
  /** The caller closes it. */
  open(): Engine
}

/** The place of `newPlace` is empty, or has the whole schema if that is faster. */
type TestEngine = [name: string, newPlace: (options?: { empty?: boolean }) => Promise<Place>]

export const newEmbeddedPlace: TestEngine[1] = async ({ empty = false } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-rows-'))
  if (!empty) await writeTemplate(join(folder, 'test.db'))
  return {
    open: () => openSqlite(join(folder, 'test.db')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
const embedded: TestEngine = ['SQLite', newEmbeddedPlace]

/** The engines of this machine, for `describe.each`. */
export async function testEngines(): Promise<TestEngine[]> {
  const server = await sharedService('postgres')
  if (server === undefined) return [embedded]
  return [
    embedded,
    [
      'PostgreSQL',
      async (options) => {
        const database = await newDatabase(server, options)
        return {
          open: () => openPostgres(database.url, { onConnectionLost }),
          [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
        }
      },
    ],
  ]
}
