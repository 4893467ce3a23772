import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { createMetrics } from '#server/adapters/metrics/metrics.ts'
import { createPasswords } from '#server/adapters/passwords/argon2-passwords.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type App, createApp } from '#server/start/app.ts'
import { contractViolation } from './contract-violation.ts'
import { sharedPreviewer } from './images/shared-previewer.ts'
import { newDatabase, type TestDatabase } from './servers/databases.ts'
import { sharedService } from './servers/shared-service.ts'
import { writeTemplate } from './servers/sqlite-template.ts'
import { watchForTokens } from './token-leaks.ts'

export interface TestApp extends AsyncDisposable {
  readonly app: App
  readonly url: string
  readonly dataDir: string
  /** The log of the service. */
  readonly logged: () => string
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Names of the files below upload/ and previews/. */
  readonly storedFiles: () => Promise<string[]>
  /** Stops the service but keeps its data. */
  readonly stop: () => Promise<void>
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly overrides?: Partial<Deps>
  /** Continues with the data of a stopped service. */
  readonly dataDir?: string
  readonly jobs?: boolean
}

/** The real service on a free port with its own data folder; every answer is checked against the contract. */
export async function startApp({
  env = {},
  overrides = {},
  dataDir,
  jobs = false,
}: StartOptions = {}): Promise<TestApp> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'werkschau-test-')))
  const database = env.DATABASE_URL === undefined ? await databaseOf(folder) : undefined
  const isNew = env.DATABASE_URL === undefined && dataDir === undefined
  // Proofs run without Vitest and name their database.
  if (isNew && inject('engine') === 'sqlite') await writeTemplate(join(folder, 'werkschau.db'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'debug',
    ...(database && { DATABASE_URL: database.url, ADMIN_SESSION_SECRET: 'secret of the tests' }),
    ...env,
  })
  const lines: string[] = []
  const quick = { passwords: quickPasswords(), ...previewing(config, overrides) }
  const app = await createApp(config, { log: collectLog(config, lines), ...quick, ...overrides })
  const violations = checkAnswers(app)
  const findTokens = watchForTokens(app, () => lines.join(''))
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  if (jobs) app.startJobs()
  let stopped = false

  async function stop() {
    if (stopped) return
    stopped = true
    const leaks = await findTokens()
    await app[Symbol.asyncDispose]()
    if (leaks.length > 0) throw new Error(leaks.join('\n'))
    if (violations.length > 0) throw new Error(`Answers that are not as the contract says:\n${violations.join('\n')}`)
  }
  return {
    app,
    url,
    dataDir: folder,
    logged: () => lines.join(''),
    fetch: (path, init) => fetch(new URL(path, url), init),
    async storedFiles() {
      const names = await Promise.all(['upload', 'previews'].map((each) => readdir(join(folder, each))))
      return names.flat()
    },
    stop,
    async [Symbol.asyncDispose]() {
      try {
        await stop()
      } finally {
        await rm(folder, { recursive: true, force: true })
        databases.delete(folder)
        if (database) await database[Symbol.asyncDispose]()
      }
    },
  }
}

/** Argon2id at a low cost for tests. */
const quickPasswords = () => createPasswords({ memoryCost: 64, timeCost: 1 })

function previewing(config: Config, overrides: Partial<Deps>): Pick<Deps, 'metrics' | 'previewer'> {
  const { clock = systemClock, metrics = createMetrics() } = overrides
  const { maxImagePixels: maxPixels, maxImageSide: maxSide } = settingsInForce(config, {})
  const sizes = { maxPixels, maxSide, keepsPlaceNames: !config.removePlaceNames }
  return { metrics, previewer: sharedPreviewer(sizes, { clock, onMade: metrics.previewMade }) }
}

/** By data folder, so that a restarted service finds its rows. */
const databases = new Map<string, TestDatabase>()

/** The rows of a data folder where the tests run on a database server. */
async function databaseOf(folder: string): Promise<TestDatabase | undefined> {
  if (inject('engine') !== 'postgres') return undefined
  const server = await sharedService('postgres')
  if (server === undefined) throw new Error('These tests need PostgreSQL')
  const database = databases.get(folder) ?? (await newDatabase(server))
  databases.set(folder, database)
  return database
}

const collectLog = (config: Config, lines: string[]): Logger =>
  pino(
    { level: config.logLevel, base: null },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )

/** Records every answer whose status or body the contract does not list for its operation. */
function checkAnswers({ http }: App): string[] {
  const violations: string[] = []
  http.addHook('preSerialization', async (request, reply: FastifyReply, payload) => {
    const { operation } = request.routeOptions.config
    if (operation === undefined) return payload
    const violation = contractViolation(operation, reply.statusCode, payload)
    if (violation !== undefined) violations.push(violation)
    return payload
  })
  return violations
}
