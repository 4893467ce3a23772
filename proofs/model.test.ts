import { expect, it } from 'vitest'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp } from '#tests/support/start-app.ts'
import { compareWithModel, modelOptions } from './model.ts'

const server = await sharedService('postgres')

/** `npm run proof -- model` runs thousands of sequences. */
it.each(server ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'answers random requests on %s like the model',
  { timeout: 120_000 },
  async (engine) => {
    await using database = engine === 'PostgreSQL' && server ? await newDatabase(server) : undefined
    const env = { ...modelOptions.env, DATABASE_URL: database?.url ?? '', ADMIN_SESSION_SECRET: 'secret of the tests' }
    await using app = await startApp({ ...modelOptions, env })
    const { found, attempts } = await compareWithModel(app, { seed: 1, runs: 4, seconds: 100 })
    expect(found).toEqual([])
    expect(attempts).toBeGreaterThan(0)
  },
)
