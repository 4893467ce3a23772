import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { createEndJob } from '#server/jobs/end-exhibitions.ts'
import { adminCredentials, login, loginAsAdmin, loginAsNew, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { startReplicasOn } from '#tests/support/servers/replicas-on.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import type { Expected, Photo } from './model/group.ts'
import { createModel } from './model/model.ts'
import { closingReads, type Operation, operations } from './model/operations.ts'
import { isRead } from './model/reads.ts'
import type { Send, Service } from './model/requests/request.ts'
import { type Actual, createRequests } from './model/requests.ts'
import { auditedExhibition } from './model/state.ts'
import type { Proof, ProofLine } from './proof.ts'
import { query } from './query.ts'

const start = '2026-03-01T08:00:00.000Z'
export const clock = fakeClock(start)
/** The environment of the model's service. */
export const modelOptions = {
  overrides: { clock },
  env: { MANAGEMENT_RATE_LIMIT: '1000000', TRUST_PROXY_HOPS: '1', LOG_LEVEL: process.env.MODEL_LOG ?? 'silent' },
}

export const prove: Proof = async ({ seed, runs = 2_000, seconds, on }) => {
  await using opened = new AsyncDisposableStack()
  const options = { seed, runs, seconds: seconds ?? 24 * 3_600 }
  const onMachine = { ...modelOptions, env: { ...modelOptions.env, DATABASE_URL: '' } }
  if (on === 'machine') return [await compareWithModel([opened.use(await startApp(onMachine))], options)]
  const [database, bucket] = await Promise.all([startPostgres(), startS3()])
  for (const { stop } of [database, bucket]) opened.defer(stop)
  const servers = { database: database.address, bucket: bucket.address }
  const { first, second } = opened.use(await startReplicasOn(servers, modelOptions))
  return [await compareWithModel([first, second], options)]
}

/**
 * Random sequences of requests against the service and the model, which must agree about every answer. Replicas take
 * turns; `groups.json`, which is for one that runs alone, is not among their requests.
 */
export async function compareWithModel(
  replicas: readonly [TestApp, ...TestApp[]],
  { seed, runs, seconds }: { seed: number; runs: number; seconds: number },
): Promise<ProofLine> {
  const photos = await photosWithDates()
  const [first, ...others] = replicas
  const service = await connect(
    replicas,
    photos.map(({ bytes }) => bytes),
  )
  const known: Photo[] = photos.map(({ bytes, takenAt }) => ({ bytes: bytes.length, takenAt }))
  let steps = 0
  const property = fc.asyncProperty(operations, async (sequence) => {
    await forgetEverything(first, service)
    const mayRollBack = others.length === 0
    const possible = sequence.filter(({ op }) => mayRollBack || op !== 'rollback')
    steps += await runSequence(service, known, possible)
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
  /** Two exhibitions besides `main`, new ones for each sequence. */
  exhibit(): Promise<void>
  logIn(): Promise<void>
  /** Applies what one replica has changed to all of them, without the usual wait of up to a second. */
  settle(): Promise<void>
}

async function connect(replicas: readonly [TestApp, ...TestApp[]], photos: readonly Buffer[]): Promise<ModelService> {
  const app = inTurns(replicas)
  let session: Session
  const limited = await limitedAccounts(app)
  let last = 0
  let exhibitions = [{ id: 1, slug: 'main' }]
  const [{ app: first }] = replicas
  const service: ModelService = {
    photos,
    get exhibitions() {
      return exhibitions
    },
    now: clock.now,
    markEnds: () => createEndJob(first.deps, { owner: 'model', signal: new AbortController().signal })(),
    visitor(path, { json, headers, ...init } = {}) {
      const all = new Headers(headers)
      last++
      if (!all.has('x-forwarded-for'))
        all.set('x-forwarded-for', `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`)
      if (json !== undefined) all.set('content-type', 'application/json')
      return app.fetch(path, { ...init, headers: all, ...(json !== undefined && { body: JSON.stringify(json) }) })
    },
    admin: (path, init) => session.fetch(path, init),
    limited: limited.of,
    async exhibit() {
      const [main, ...old] = exhibitions
      for (const { id } of old) await ask(session, 'deleteExhibition', { params: { id } })
      exhibitions = main ? [main] : []
      for (let n = 0; n < 2; n++) exhibitions.push(await addExhibition(session))
      await limited.confine(session, exhibitions)
      await service.settle()
    },
    async logIn() {
      session = await loginAsAdmin(app)
      limited.logOut()
    },
    async settle() {
      for (const { app } of replicas) await app.deps.exhibitions.refresh()
    },
  }
  await service.logIn()
  return service
}

function inTurns(replicas: readonly [TestApp, ...TestApp[]]): Pick<TestApp, 'fetch'> {
  let turn = 0
  return {
    fetch(path, init) {
      const replica = replicas[turn++ % replicas.length] ?? replicas[0]
      return replica.fetch(path, init)
    },
  }
}

/** Two moderators and an auditor, each of one exhibition; logged in when they are needed. */
async function limitedAccounts(app: Pick<TestApp, 'fetch'>) {
  const accounts = { 1: 'moderator', 2: 'moderator', auditor: 'auditor' } as const
  const exhibitionOf = { 1: 1, 2: 2, auditor: auditedExhibition } as const
  type Account = keyof typeof accounts
  const all = Object.keys(accounts) as unknown as readonly Account[]
  const ids = new Map<Account, number>()
  for (const account of all) {
    const user = { username: `of-${account}`, role: accounts[account] }
    ids.set(account, (await loginAsNew(app, user)).user.id)
  }
  const sessions = new Map<Account, Promise<Session>>()
  return {
    of:
      (account: Account): Send =>
      async (path, init) => {
        const known = sessions.get(account) ?? login(app, { ...adminCredentials, username: `of-${account}` })
        sessions.set(account, known)
        return (await known).fetch(path, init)
      },
    logOut: () => sessions.clear(),
    async confine(admin: Session, exhibitions: Service['exhibitions']): Promise<void> {
      for (const account of all) {
        const json = { exhibitionIds: [exhibitions[exhibitionOf[account]]?.id] }
        await ask(admin, 'updateUser', { params: { id: ids.get(account) ?? 0 }, json })
      }
    },
  }
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
  await service.exhibit()
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
    if (step.op === 'end') await service.settle()
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
