import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import { createDueJobs } from '#server/jobs/run-due-jobs.ts'
import type { NotificationKind, NotificationPayloads } from '#server/ports/notifications/notification-outbox.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { managedGroup } from '#tests/support/manage.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const minute = 60_000
const hour = 60 * minute

let clock: FakeClock
const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app[Symbol.asyncDispose]()
})

async function startAt(time: string, { overrides, ...options }: StartOptions = {}): Promise<TestApp> {
  clock = fakeClock(time)
  const app = await startApp({ ...options, overrides: { clock, ...overrides } })
  apps.push(app)
  return app
}

/** Checks for due jobs; the first check is that of the start. */
async function scheduleOf({ app }: TestApp): Promise<() => Promise<void>> {
  const runDueJobs = createDueJobs(app.deps, { owner: 'one process' })
  await runDueJobs()
  return runDueJobs
}

const exists = async ({ app }: TestApp, groupId: string) => (await app.deps.database.groups.find(groupId)) !== undefined
const lastCleanup = ({ app }: TestApp) => app.deps.database.jobs.lastRun('cleanup')
const deletions = ({ app }: TestApp) => app.deps.database.deletionLog.latest('all')
const runsOf = ({ logged }: TestApp, job: string) =>
  logged().match(new RegExp(`"job":"${job}".*daily job starts`, 'g'))?.length ?? 0

describe('the daily cleanup', () => {
  it.each([
    ['in winter', '2026-11-11T09:00:00.000Z'],
    ['in summer', '2026-07-01T08:00:00.000Z'],
    ['on the day when the clocks go forward', '2026-03-29T08:00:00.000Z'],
    ['on the day when the clocks go back', '2026-10-25T09:00:00.000Z'],
  ])('runs at 10:00:00 in Berlin %s, and not at 9:59:59', async (_, ten) => {
    const app = await startAt(new Date(Date.parse(ten) - 10 * 24 * hour).toISOString())
    const { groupId } = await uploadGroup(app)
    clock.set(new Date(Date.parse(ten) - 20 * hour).toISOString())
    const runDueJobs = await scheduleOf(app)
    clock.set(ten)
    clock.advance(-1)
    await runDueJobs()
    expect(await exists(app, groupId)).toBe(true)
    expect(await lastCleanup(app)).toBeNull()
    clock.advance(1)
    await runDueJobs()
    expect(await exists(app, groupId)).toBe(false)
    expect(await lastCleanup(app)).toBe(ten)
  })

  it('keeps a group that is exactly seven days old until the next day', async () => {
    const app = await startAt('2026-11-04T09:00:00.000Z')
    const { groupId } = await uploadGroup(app)
    const runDueJobs = await scheduleOf(app)
    clock.set('2026-11-11T09:00:00.000Z')
    await runDueJobs()
    expect(await lastCleanup(app)).toBe('2026-11-11T09:00:00.000Z')
    expect(await exists(app, groupId)).toBe(true)
    clock.set('2026-11-12T09:00:00.000Z')
    await runDueJobs()
    expect(await exists(app, groupId)).toBe(false)
  })

  it('runs once a day, however often it is checked', async () => {
    const app = await startAt('2026-03-27T12:00:00.000Z')
    const runDueJobs = await scheduleOf(app)
    for (let check = 0; check < 4 * 24 * 12; check++) {
      clock.advance(5 * minute)
      await runDueJobs()
    }
    expect(runsOf(app, 'cleanup')).toBe(4)
    expect(runsOf(app, 'warning')).toBe(4)
  })

  it('has no missed run at a first start', async () => {
    const app = await startAt('2026-11-01T12:00:00.000Z')
    const { groupId } = await uploadGroup(app)
    clock.set('2026-11-11T12:00:00.000Z')
    const runDueJobs = await scheduleOf(app)
    expect(await exists(app, groupId)).toBe(true)
    expect(await lastCleanup(app)).toBeNull()
    clock.set('2026-11-12T09:00:00.000Z')
    await runDueJobs()
    expect(await exists(app, groupId)).toBe(false)
  })

  it('is caught up once at the start of a process that was down at 10:00', async () => {
    const first = await startAt('2026-11-03T12:00:00.000Z', { jobs: true })
    const { groupId } = await uploadGroup(first)
    await expect
      .poll(() => first.app.deps.database.transaction((tx) => tx.jobs.lastServed('cleanup', 'new')))
      .toBe('2026-11-03T09:00:00.000Z')
    await first.stop()
    const second = await startAt('2026-11-13T15:30:00.000Z', { dataDir: first.dataDir, jobs: true })
    await expect.poll(() => exists(second, groupId)).toBe(false)
    await expect.poll(() => lastCleanup(second)).toBe('2026-11-13T15:30:00.000Z')
    await second.stop()
    const third = await startAt('2026-11-13T16:00:00.000Z', { dataDir: first.dataDir })
    await scheduleOf(third)
    expect(await lastCleanup(third)).toBe('2026-11-13T15:30:00.000Z')
  })

  it('still runs on a day when an admin ran it manually', async () => {
    const app = await startAt('2026-11-11T08:00:00.000Z')
    const runDueJobs = await scheduleOf(app)
    await app.app.deps.database.transaction((tx) => tx.jobs.recordRun('cleanup', '2026-11-11T08:30:00.000Z'))
    clock.set('2026-11-11T09:00:00.000Z')
    await runDueJobs()
    expect(await lastCleanup(app)).toBe('2026-11-11T09:00:00.000Z')
  })

  it('continues after a failure in the middle', async () => {
    const app = await startAt('2026-11-01T12:00:00.000Z')
    const groups = [await uploadGroup(app), await uploadGroup(app), await uploadGroup(app)]
    const { deps } = app.app
    let failed = false
    const failing = {
      ...deps.database,
      transaction: (async (run) => {
        const deleted = (await deletions(app)).length
        if (deleted === 1 && !failed) {
          failed = true
          throw new Error('the database is gone')
        }
        return deps.database.transaction(run)
      }) as typeof deps.database.transaction,
    }
    const runDueJobs = createDueJobs({ ...deps, database: failing }, { owner: 'one process' })
    await runDueJobs()
    clock.set('2026-11-11T09:00:00.000Z')
    await runDueJobs()
    expect(await deletions(app)).toHaveLength(1)
    expect(await lastCleanup(app)).toBeNull()
    expect(app.logged()).toContain('a daily job failed')
    expect(await deps.metrics.write([])).toContain('werkschau_job_failures_total{name="cleanup"} 1')
    clock.advance(minute)
    await runDueJobs()
    expect(await deletions(app)).toHaveLength(3)
    for (const { groupId } of groups) expect(await exists(app, groupId)).toBe(false)
    expect(await lastCleanup(app)).toBe('2026-11-11T09:01:00.000Z')
  })
})

describe('the daily warning', () => {
  let bot: BotApi
  beforeEach(async () => {
    bot = await startBotApi()
  })
  afterEach(() => bot[Symbol.asyncDispose]())

  const env = () => ({ ...bot.env, MESSENGER_LANGUAGE: 'en' })
  async function queued<K extends NotificationKind>({ app }: TestApp, kind: K) {
    const found: NotificationPayloads[K][] = []
    for (;;) {
      const next = await app.deps.database.nextNotification('chat', '9999')
      if (next === undefined) return found
      if (next.kind === kind) found.push(next.payload as NotificationPayloads[K])
      await app.deps.database.transaction((tx) => tx.notifications.remove(next.id))
    }
  }
  const warnings = (app: TestApp) => queued(app, 'deletion_warning')

  it('is sent with a reminder of takedowns that have been open for more than three days', async () => {
    const app = await startAt('2026-11-10T08:00:00.000Z', { env: env() })
    const { groupId } = await uploadGroup(app, {
      parts: { consents: { workshopConsent: true, socialMediaConsents: [1] } },
    })
    const target = await managedGroup(app, groupId)
    const revoked = { target, action: 'revoke', platformId: 1 } as const
    clock.advance(1)
    await app.app.deps.database.transaction((tx) => applyConsentChange(app.app.deps, tx, revoked))
    const runDueJobs = await scheduleOf(app)
    const reminders = async (day: number) => {
      clock.set(`2026-11-${day}T08:00:00.000Z`)
      await runDueJobs()
      return queued(app, 'takedown_reminder')
    }
    expect(await reminders(13)).toEqual([])
    expect(await reminders(14)).toEqual([{ count: 1, oldestAt: '2026-11-10T08:00:00.001Z' }])
    const { database } = app.app.deps
    const [takedown] = await database.takedowns.list({ scope: 'all' })
    const by = { at: clock.now().toISOString(), username: 'ada' }
    await database.transaction((tx) => tx.takedowns.mark(takedown?.takedownId ?? '', by))
    expect(await reminders(15)).toEqual([])
  })

  it.each([
    ['in winter', '2026-11-11T08:00:00.000Z'],
    ['on the day when the clocks go forward', '2026-03-29T07:00:00.000Z'],
    ['on the day when the clocks go back', '2026-10-25T08:00:00.000Z'],
  ])('comes at 9:00 and lists what the cleanup at 10:00 deletes: %s', async (_, nine) => {
    const earlier = (ms: number) => new Date(Date.parse(nine) - ms).toISOString()
    const app = await startAt(earlier(7 * 24 * hour), { env: env() })
    await uploadGroup(app, { parts: { metadata: { title: 'an hour short of seven days at 9:00 and due at 10:00' } } })
    clock.advance(hour - 1)
    await uploadGroup(app, { parts: { metadata: { title: 'just due at 10:00' } } })
    clock.advance(1)
    await uploadGroup(app, { parts: { metadata: { title: 'exactly seven days old at 10:00' } } })
    clock.set(earlier(hour))
    const runDueJobs = await scheduleOf(app)
    clock.set(earlier(1))
    await runDueJobs()
    expect(await warnings(app)).toEqual([])
    clock.set(nine)
    await runDueJobs()
    const deletionAt = earlier(-hour)
    const [warning, ...others] = await warnings(app)
    expect(others).toEqual([])
    expect(warning).toMatchObject({ deletionAt, groupCount: 2 })
    expect(await deletions(app)).toEqual([])
    clock.set(deletionAt)
    await runDueJobs()
    expect(await deletions(app)).toHaveLength(2)
  })

  it('is caught up before the cleanup of the same day', async () => {
    const first = await startAt('2026-11-01T12:00:00.000Z', { env: env() })
    await uploadGroup(first)
    await scheduleOf(first)
    await first.stop()
    const second = await startAt('2026-11-11T11:00:00.000Z', { dataDir: first.dataDir, env: env() })
    await scheduleOf(second)
    expect(await warnings(second)).toMatchObject([{ groupCount: 1, deletionAt: '2026-11-11T11:00:00.000Z' }])
    expect(await deletions(second)).toHaveLength(1)
  })

  it('is sent once, also when a process that hung comes back after another one has sent it', async () => {
    const app = await startAt('2026-11-04T08:00:00.000Z', { env: env() })
    await uploadGroup(app)
    clock.set('2026-11-10T12:00:00.000Z')
    const runDueJobs = await scheduleOf(app)
    clock.set('2026-11-11T08:00:00.000Z')
    const { deps } = app.app
    const { promise: served, resolve } = Promise.withResolvers<void>()
    const slow = {
      ...deps.database,
      transaction: (async (run) => {
        if (runsOf(app, 'warning') === 1) await served
        return deps.database.transaction(run)
      }) as typeof deps.database.transaction,
    }
    const hanging = createDueJobs({ ...deps, database: slow }, { owner: 'hangs' })()
    await expect.poll(() => runsOf(app, 'warning')).toBe(1)
    clock.advance(10 * minute)
    await runDueJobs()
    resolve()
    await hanging
    expect(runsOf(app, 'warning')).toBe(2)
    expect(await warnings(app)).toHaveLength(1)
    expect(app.logged()).not.toContain('a daily job failed')
  })

  it('sends nothing without due groups', async () => {
    const app = await startAt('2026-11-10T12:00:00.000Z', { env: env() })
    const runDueJobs = await scheduleOf(app)
    clock.set('2026-11-11T08:00:00.000Z')
    await runDueJobs()
    expect(await warnings(app)).toEqual([])
    expect(runsOf(app, 'warning')).toBe(1)
  })
})
