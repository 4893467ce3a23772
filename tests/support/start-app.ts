import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyReply } from 'fastify'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import { commonCodes, possibleCodes } from '#contract/openapi/possible-codes.ts'
import { ErrorBody, type ErrorStatus, statusOf } from '#contract/operation/errors.ts'
import { type Operation, responseSchemas } from '#contract/operation/operation.ts'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { createMetrics } from '#server/adapters/metrics/metrics.ts'
import { createPasswords } from '#server/adapters/passwords/argon2-passwords.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type App, createApp } from '#server/start/app.ts'
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
  if (inject('engine') === 'sqlite' && dataDir === undefined) await writeTemplate(join(folder, 'werkschau.db'))
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
    { level: config.logLevel },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
ajv.addSchema(ErrorBody, 'Error')
/** Shared by all services of a run, because compiling them takes longer than most tests. */
const validators = new Map<string, ValidateFunction>()

function validatorOf(operation: Operation, status: number): ValidateFunction | undefined {
  const key = `${operation.method} ${operation.url} → ${status}`
  const isCommon = commonCodes.some((code) => statusOf(code) === status)
  const schema = responseSchemas(operation)[status] ?? (isCommon ? ErrorBody : undefined)
  if (validators.has(key) || schema === undefined) return validators.get(key)
  // Named schemas are part of several answers; their names mean nothing here.
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema, unnamed)))
  validators.set(key, validate)
  return validate
}

/** Records every answer whose status or body the contract does not list for its operation. */
function checkAnswers({ http }: App): string[] {
  const violations: string[] = []
  http.addHook('preSerialization', async (request, reply: FastifyReply, payload) => {
    const { operation } = request.routeOptions.config
    if (operation === undefined) return payload
    const validate = validatorOf(operation, reply.statusCode)
    const where = `${operation.method} ${operation.url} → ${reply.statusCode}`
    if (validate === undefined) violations.push(`${where}: not in the contract`)
    else if (!validate(payload)) violations.push(`${where}: ${ajv.errorsText(validate.errors)}`)
    else if (!isListed(operation, reply.statusCode, payload)) violations.push(`${where}: ${JSON.stringify(payload)}`)
    return payload
  })
  return violations
}

/** The code of an error is one that the API description lists for the operation and the status. */
function isListed(operation: Operation, status: number, payload: unknown): boolean {
  if (status < 400 || typeof payload !== 'object' || payload === null || !('code' in payload)) return true
  const codes: readonly string[] = [...possibleCodes(operation, status as ErrorStatus), ...commonCodes]
  return codes.includes(String(payload.code))
}

const unnamed = (key: string, value: unknown) => (key === '$id' ? undefined : value)
