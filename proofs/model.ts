import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { query } from '#tests/support/query.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import type { Expected, Photo } from './model/group.ts'
import { createModel } from './model/model.ts'
import { closingReads, type Operation, operations } from './model/operations.ts'
import { isRead } from './model/reads.ts'
import type { Service } from './model/requests/request.ts'
import { type Actual, createRequests } from './model/requests.ts'
import type { Proof, ProofLine } from './proof.ts'

const start = '2026-03-01T08:00:00.000Z'
export const clock = fakeClock(start)
/** The environment of the model's service. */
export const modelOptions = {
  overrides: { clock },
  env: { MANAGEMENT_RATE_LIMIT: '1000000', TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'silent' },
}

export const prove: Proof = async ({ seed, runs = 2_000, seconds, on }) => {
  await using opened = new AsyncDisposableStack()
  const database = on === 'servers' ? await startPostgres() : undefined
  if (database) opened.defer(database.stop)
  const own = database && opened.use(await newDatabase(database.address))
  const env = { ...modelOptions.env, DATABASE_URL: own?.url ?? '', ADMIN_SESSION_SECRET: 'secret of the model proof' }
  const app = opened.use(await startApp({ ...modelOptions, env }))
  return [await compareWithModel(app, { seed, runs, seconds: seconds ?? 24 * 3_600 })]
}

/** Random sequences of requests against the service and the model, which must agree about every answer. */
export async function compareWithModel(
  app: TestApp,
  { seed, runs, seconds }: { seed: number; runs: number; seconds: number },
): Promise<ProofLine> {
  const photos = await photosWithDates()
  const service = await connect(
    app,
    photos.map(({ bytes }) => bytes),
  )
  const known: Photo[] = photos.map(({ bytes, takenAt }) => ({ bytes: bytes.length, takenAt }))
  let steps = 0
  const property = fc.asyncProperty(operations, async (sequence) => {
    await forgetEverything(app, service)
    steps += await runSequence(service, known, sequence)
  })
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: seconds * 1_000,
    markInterruptAsFailure: false,
  })
  const { failed, numRuns, errorInstance, counterexample } = details
  const found = failed
    ? [`${(errorInstance as Error)?.message}\nafter ${JSON.stringify(counterexample?.[0], null, 1)}`]
    : []
  return {
    what: 'model',
    attempts: numRuns,
    survived: failed ? numRuns - 1 : numRuns,
    found,
    note: `${steps} requests`,
  }
}

interface ModelService extends Service {
  logIn(): Promise<void>
}

async function connect(app: TestApp, photos: readonly Buffer[]): Promise<ModelService> {
  let session: Session
  let last = 0
  const service: ModelService = {
    photos,
    visitor(path, { json, headers, ...init } = {}) {
      const all = new Headers(headers)
      last++
      if (!all.has('x-forwarded-for'))
        all.set('x-forwarded-for', `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`)
      if (json !== undefined) all.set('content-type', 'application/json')
      return app.fetch(path, { ...init, headers: all, ...(json !== undefined && { body: JSON.stringify(json) }) })
    },
    admin: (path, init) => session.fetch(path, init),
    async logIn() {
      session = await loginAsAdmin(app)
    },
  }
  await service.logIn()
  return service
}

async function photosWithDates() {
  const dates = [undefined, '2001:05:06 07:08:09', '2015:11:12 13:14:15']
  return Promise.all(
    dates.map(async (takenAt) => ({
      bytes: await makeImage({ width: 16, height: 12, ...(takenAt && { takenAt, offset: '+00:00' }) }),
      takenAt: takenAt ? `${takenAt.slice(0, 10).replaceAll(':', '-')}T${takenAt.slice(11)}.000Z` : null,
    })),
  )
}

/** One service for all sequences: its start takes longer than a sequence. */
async function forgetEverything({ app, dataDir }: TestApp, service: ModelService): Promise<void> {
  clock.set(start)
  await service.logIn()
  const { groups } = (await (await service.admin('/api/admin/groups')).json()) as { groups: { groupId: string }[] }
  const groupIds = groups.map(({ groupId }) => groupId)
  const json = { action: 'delete', groupIds }
  if (groupIds.length > 0) await service.admin('/api/admin/groups/bulk', { method: 'POST', json })
  const place = { url: app.deps.config.secrets.databaseUrl, file: join(dataDir, 'werkschau.db') }
  for (const table of ['management_audit_log', 'deletion_log', 'takedowns']) await query(place, `delete from ${table}`)
  await query(place, `update jobs set last_run_at = null`)
}

async function runSequence(service: ModelService, photos: readonly Photo[], sequence: readonly Operation[]) {
  const model = createModel(photos, Date.parse(start))
  const requests = createRequests(service)
  let steps = 0
  const compare = async (step: Operation) => {
    const send = requests.prepare(step, 'group' in step ? model.imagesOf(step.group) : undefined)
    const expected = model.apply(step)
    clock.set(model.now().toISOString())
    if (step.op === 'wait') await service.logIn()
    const actual = await send()
    steps++
    if (!agree(actual, expected)) throw new Error(difference(step, steps, { actual, expected }))
    if (isRead(step) || model.isInJson()) return
    const [broken] = model.brokenRules(await requests.shown())
    if (broken !== undefined) throw new Error(`step ${steps}: ${JSON.stringify(step)}: ${broken}`)
  }
  for (const step of sequence) await compare(step)
  for (const step of closingReads) await compare(step)
  for (let group = 0; group < model.groups(); group++) {
    for (const op of ['view', 'viewAsAdmin', 'viewInPublic', 'addresses', 'history', 'auditOfGroup'] as const) {
      await compare({ op, group })
    }
  }
  return steps
}

const agree = (actual: Actual, expected: Expected): boolean =>
  actual.status === expected.status &&
  (expected.codes === undefined || expected.codes.includes(actual.code ?? '')) &&
  (expected.body === undefined || isDeepStrictEqual(actual.body, expected.body))

const difference = (step: Operation, number: number, { actual, expected }: { actual: Actual; expected: Expected }) =>
  [
    `step ${number}: ${JSON.stringify(step)}`,
    `the model says ${JSON.stringify(expected)}`,
    `the service said ${JSON.stringify(actual)}`,
  ].join('\n')
