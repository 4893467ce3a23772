import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newSettings } from '#server/domain/screen.ts'
import { reportSilentScreens } from '#server/features/screens/report-silent-screens.ts'
import { notify } from '#server/groups/notify.ts'
import { deliverNotifications } from '#server/jobs/deliver-notifications.ts'
import { createDueJobs } from '#server/jobs/run-due-jobs.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

/*
 * Several processes on one database. Where the database is for one process alone, the same process works under several
 * names.
 */

let bot: BotApi
let clock: FakeClock
const apps: TestApp[] = []
beforeEach(async () => {
  bot = await startBotApi()
  clock = fakeClock('2026-11-01T12:00:00.000Z')
})
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
})

async function start({ dataDir, jobs = false }: Pick<StartOptions, 'dataDir' | 'jobs'> = {}): Promise<TestApp> {
  const app = await startApp({ jobs, env: bot.env, overrides: { clock }, ...(dataDir && { dataDir }) })
  apps.push(app)
  return app
}

async function threeProcesses(): Promise<[TestApp, TestApp, TestApp]> {
  const app = await start()
  const other = app.app.deps.database.exclusive ? app : await start({ dataDir: app.dataDir })
  return [app, other, app]
}

const deletions = ({ app }: TestApp) => app.deps.database.deletionLog.latest('all')
const startsOf = (job: string) =>
  apps.flatMap((app) => app.logged().match(new RegExp(`"job":"${job}".*daily job starts`, 'g')) ?? []).length

describe('the daily jobs', () => {
  it('run once for all replicas', async () => {
    const processes = await threeProcesses()
    const [app] = processes
    for (let count = 0; count < 3; count++) await uploadGroup(app)
    clock.set('2026-11-10T12:00:00.000Z')
    const schedules = processes.map((each, n) => createDueJobs(each.app.deps, { owner: `process ${n}` }))
    for (const time of [
      '2026-11-10T12:00:00Z',
      '2026-11-11T08:00:00Z',
      '2026-11-11T09:00:00Z',
      '2026-11-11T09:01:00Z',
    ]) {
      clock.set(time)
      await Promise.all(schedules.map((runDueJobs) => runDueJobs()))
    }
    expect([startsOf('warning'), startsOf('cleanup')]).toEqual([1, 1])
    expect(await deletions(app)).toHaveLength(3)
  })

  it('are taken over from a process that hangs', async () => {
    const app = await start()
    await uploadGroup(app)
    const runDueJobs = createDueJobs(app.app.deps, { owner: 'one process' })
    await runDueJobs()
    clock.set('2026-11-11T09:00:00.000Z')
    const lease = { owner: 'hangs', now: '2026-11-11T09:00:00.000Z', until: '2026-11-11T09:10:00.000Z' }
    await app.app.deps.database.transaction((tx) => tx.jobs.acquireLease('cleanup', lease))
    await runDueJobs()
    expect(await deletions(app)).toEqual([])
    clock.set(lease.until)
    await runDueJobs()
    expect(await deletions(app)).toHaveLength(1)
  })

  it('are taken over from a killed process, at once if it can be the only one', async () => {
    const app = await start()
    await uploadGroup(app)
    const { database } = app.app.deps
    const { exclusive } = database
    await createDueJobs(app.app.deps, { owner: 'killed' })()
    const lease = { owner: 'killed', now: '2026-11-11T09:00:00.000Z', until: '2026-11-11T09:10:00.000Z' }
    await database.transaction((tx) => tx.jobs.acquireLease('cleanup', lease))
    await app.stop()
    clock.set(exclusive ? lease.now : lease.until)
    const next = await start({ dataDir: app.dataDir, jobs: true })
    await expect.poll(async () => (await deletions(next)).length).toBe(1)
  })
})

describe('notifications', () => {
  it('are delivered once and in order', async () => {
    const [one, two, three] = await threeProcesses()
    const { deps } = one.app
    const sent = Array.from({ length: 30 }, (_, n) => `t${n}`)
    await deps.database.transaction(async (tx) => {
      for (const [n, title] of sent.entries()) {
        const payload = { name: null, title, year: 2026, imageCount: 1 }
        await notify(deps, tx, { kind: 'upload', groupId: `g${n % 3}`, payload })
      }
    })
    const { signal } = new AbortController()
    const deliver = ({ app }: TestApp, owner: string) =>
      deliverNotifications(app.deps, { channel: 'chat', owner, signal })
    while (await deps.database.nextNotification('chat', clock.now().toISOString())) {
      await Promise.all([deliver(one, 'one'), deliver(two, 'two'), deliver(three, 'three')])
    }
    expect(bot.texts().map((text) => /^Titel: (.*)$/m.exec(text)?.[1])).toEqual(sent)
  })
})

describe('a silent screen', () => {
  it('is reported once for all replicas', async () => {
    const processes = await threeProcesses()
    const [{ app }] = processes
    await app.deps.database.transaction((tx) =>
      tx.screens.add(
        { name: 'Entrance', settings: newSettings, exhibitions: '*', createdAt: clock.now().toISOString() },
        'digest',
      ),
    )
    clock.advance(11 * 60_000)
    await Promise.all(processes.map((each) => reportSilentScreens(each.app.deps)))
    await deliverNotifications(app.deps, { channel: 'chat', owner: 'one', signal: new AbortController().signal })
    expect(bot.texts()).toEqual([expect.stringContaining('Der Bildschirm „Entrance“ meldet sich nicht mehr')])
  })
})
