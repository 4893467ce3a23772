import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createBackupJob, reportMissingBackups } from '#server/jobs/make-backups.ts'
import { backupsIn, readManifest } from '#server/operations/backup/manifest.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { Backups } from '#server/ports/backups.ts'
import { loginAsAdmin, loginAsModerator, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { expectWhole, inFolder, restore } from '#tests/support/installations/backups.ts'
import { startBotApi } from '#tests/support/servers/bot-api.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const embedded = inject('engine') === 'sqlite'
const s3 = embedded ? undefined : await sharedService('s3')
const hour = 60 * 60_000
let undo = new AsyncDisposableStack()
afterEach(async () => {
  await undo.disposeAsync()
  undo = new AsyncDisposableStack()
})

interface Started {
  readonly app: TestApp
  readonly admin: Session
  readonly to: string
  readonly clock: FakeClock
  /** What the job does every two seconds. */
  readonly tick: () => Promise<void>
}

async function start({ env, overrides, ...options }: StartOptions = {}): Promise<Started> {
  const to = await mkdtemp(join(tmpdir(), 'werkschau-backups-'))
  undo.defer(() => rm(to, { recursive: true, force: true }))
  // 03:00 in Berlin is 02:00 UTC.
  const clock = fakeClock('2026-11-11T12:00:00.000Z')
  const app = await startApp({ ...options, env: { BACKUP_DIR: to, ...env }, overrides: { clock, ...overrides } })
  undo.use(app)
  const tick = createBackupJob(app.app.deps, { owner: 'tests', signal: new AbortController().signal })
  return { app, admin: await loginAsAdmin(app), to, clock, tick }
}
const set = (admin: Session, json: object) => ask(admin, 'updateSettings', { json })
const list = (admin: Session) => ask(admin, 'listBackups')
const status = async (who: Parameters<typeof send>[0]) => {
  const { status, body } = await send(who, 'createBackup')
  return [status, body.code]
}
/** Makers of backups that never begin a process. */
const failing = (reason: string): Backups => ({ list: async () => [], make: async () => reason })

describe('listBackups', () => {
  it('says why the folder cannot be read', async () => {
    const reason = "EACCES: permission denied, scandir '/mnt/backups'"
    const list = () => Promise.reject(new Error(reason))
    const { admin, clock } = await start({ overrides: { backups: { ...failing(reason), list } } })
    const at = clock.now().toISOString()
    expect(await ask(admin, 'listBackups')).toMatchObject({ backups: [], lastFailure: { at, reason } })
  })
})

describe('createBackup', () => {
  it('202: a backup is made, read back, listed with its size, and can be restored', async () => {
    const { app, admin, to, tick } = await start()
    await uploadGroup(app)
    expect(await list(admin)).toEqual({
      backups: [],
      lastFailure: null,
      schedule: 'off',
      running: false,
      isSameDisk: false,
    })
    expect(await status(admin)).toEqual([202, undefined])
    expect(await list(admin)).toMatchObject({ backups: [], running: true })
    await tick()
    const { backups, running, lastFailure } = await list(admin)
    expect([running, lastFailure]).toEqual([false, null])
    const [folder = ''] = await backupsIn(to)
    const { createdAt, verifiedAt, files } = await readManifest(folder)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    expect(backups).toEqual([{ name: folder.slice(to.length + 1), createdAt, bytes, verifiedAt }])
    expect(createdAt).toMatch(/^2026-11-11T12:00/)
    expect((await ask(admin, 'getSystemOverview')).lastBackup).toMatch(/^2026-11-11T12:00/)
    const target = await mkdtemp(join(tmpdir(), 'werkschau-target-'))
    undo.defer(() => rm(target, { recursive: true, force: true }))
    expect(await restore(target, folder, '--since-backup=keep')).toContain('1 groups, 1 images')
  })

  it('that failed in a process that hung is no failure when another one has made it meanwhile', async () => {
    const { app, admin, clock } = await start()
    const { deps } = app.app
    await status(admin)
    const run = (owner: string, make: Backups['make']) =>
      createBackupJob({ ...deps, backups: { ...failing(''), make } }, { owner, signal: new AbortController().signal })()
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const hanging = run('hangs', () => {
      begun.resolve()
      return ended.promise
    })
    await begun.promise
    clock.advance(hour)
    await run('another', async () => undefined)
    ended.resolve('The connection is gone')
    await hanging
    expect(await list(admin)).toMatchObject({ running: false, lastFailure: null })
  })

  it.skipIf(embedded || s3 === undefined)('is one folder also of a database server and a bucket', async () => {
    const env = bucketVariables(await newBucket(present(s3)))
    const { app, admin, to, tick } = await start({ env })
    const { groupId } = await uploadGroup(app)
    for (let n = 0; n < 2; n++) {
      await status(admin)
      await tick()
    }
    expect(await list(admin)).toMatchObject({ backups: [{}, {}], lastFailure: null })
    const [first = '', second = ''] = await backupsIn(to)
    const { files, missing } = await readManifest(second)
    const photos = files.filter(({ path }) => path.includes('/'))
    expect([photos.map(({ path }) => dirname(path)).toSorted(), missing]).toEqual([['previews', 'upload'], []])
    // Not copied from the bucket again.
    const inodes = (folder: string) => Promise.all(photos.map(async ({ path }) => (await stat(join(folder, path))).ino))
    expect(await inodes(second)).toEqual(await inodes(first))
    const target = await mkdtemp(join(tmpdir(), 'werkschau-target-'))
    undo.defer(() => rm(target, { recursive: true, force: true }))
    await restore(target, second, '--since-backup=keep')
    expect(await expectWhole(target)).toBe(1)
    await using place = await openPlace(readConfig(inFolder(target)))
    expect(await place.database.groups.find(groupId)).toBeDefined()
  })

  it('409 BACKUP_RUNNING until it has ended, also after a crash', async () => {
    const { app, admin, tick } = await start()
    expect(await status(admin)).toEqual([202, undefined])
    expect(await status(admin)).toEqual([409, 'BACKUP_RUNNING'])
    const dying = new AbortController()
    const killed = createBackupJob(app.app.deps, { owner: 'dies', signal: dying.signal })()
    dying.abort()
    await killed
    expect(await list(admin)).toMatchObject({ backups: [], running: true, lastFailure: null })
    await tick()
    expect(await list(admin)).toMatchObject({ backups: [expect.anything()], running: false })
  })

  it.runIf(embedded)('is for admins, and in the log of admins', async () => {
    const { app, admin } = await start()
    expect((await send(app, 'createBackup')).status).toBe(403)
    const moderator = await loginAsModerator(app)
    expect((await status(moderator))[0]).toBe(403)
    expect((await send(moderator, 'listBackups')).status).toBe(403)
    await status(admin)
    const { entries } = await ask(admin, 'listAdminAudit')
    expect(entries[0]).toMatchObject({ action: 'create_backup' })
  })

  it.runIf(embedded)('counts no half backup, removes what is left of one, and keeps as many as wished', async () => {
    const { admin, to, tick, clock } = await start()
    await set(admin, { backupsKept: 2, backupFolder: 'of/photos' })
    const folder = join(to, 'of/photos')
    const half = join(folder, 'werkschau-2026-11-10T03-00-00-000Z')
    await mkdir(join(folder, `.partial-1@${hostname()}`), { recursive: true })
    await mkdir(half)
    await writeFile(join(half, 'werkschau.db'), 'half')
    for (let n = 0; n < 3; n++) {
      await status(admin)
      await tick()
      clock.advance(hour)
    }
    const { backups } = await list(admin)
    expect(backups.map(({ createdAt }) => createdAt.slice(11, 16))).toEqual(['14:00', '13:00'])
    expect((await readdir(folder)).filter((name) => name.startsWith('.partial'))).toEqual([])
  })

  it.runIf(embedded)('keeps the one just made, also where a wrong clock has made others look newer', async () => {
    const { app, admin, tick, clock } = await start()
    await set(admin, { backupsKept: 1 })
    for (const time of ['2027-01-01T12:00:00.000Z', '2026-11-12T12:00:00.000Z']) {
      clock.set(time)
      await status(await loginAsAdmin(app))
      await tick()
    }
    const { backups } = await list(await loginAsAdmin(app))
    expect(backups.map(({ createdAt }) => createdAt.slice(0, 7))).toEqual(['2026-11'])
  })

  it.runIf(embedded)('is not kept from being made by a damaged one before', async () => {
    const { admin, to, tick } = await start()
    await status(admin)
    await tick()
    const [damaged = ''] = await backupsIn(to)
    await truncate(join(damaged, 'manifest.json'), 10)
    await status(admin)
    await tick()
    expect(await list(admin)).toMatchObject({ backups: [{ bytes: expect.any(Number) }], lastFailure: null })
  })

  it.runIf(embedded)('says why one failed, keeps the good one, and tells the team', async () => {
    await using bot = await startBotApi()
    const { app, admin, to, tick } = await start({ env: { ...bot.env, MESSENGER_LANGUAGE: 'en' } })
    await status(admin)
    await tick()
    await set(admin, { backupFolder: 'a-file/below' })
    await writeFile(join(to, 'a-file'), '')
    await status(admin)
    await tick()
    const reason = 'ENOTDIR: not a directory'
    expect(await list(admin)).toMatchObject({ backups: [], running: false, lastFailure: { reason } })
    expect(await backupsIn(to)).toHaveLength(1)
    app.app.startJobs()
    await expect.poll(() => bot.texts()).toEqual([expect.stringContaining(`The backup failed. Reason: ${reason}`)])
  })

  it.runIf(embedded)('puts them into the data folder without BACKUP_DIR, and says so', async () => {
    const { app, admin, tick } = await start({ env: { BACKUP_DIR: '' } })
    await status(admin)
    await tick()
    expect(await list(admin)).toMatchObject({ isSameDisk: true, backups: [expect.anything()] })
    expect(await backupsIn(join(app.dataDir, 'backups'))).toHaveLength(1)
  })
})

describe.runIf(embedded)('a daily backup', () => {
  /** Counts what it is asked to make. */
  const counting = () => {
    const made: string[] = []
    const backups: Backups = {
      list: async () => [],
      async make() {
        made.push('one')
        return undefined
      },
    }
    return { made, backups }
  }

  it('is made once at its time in Berlin, and by the next process after a stop', async () => {
    const { made, backups } = counting()
    const { app, admin, clock, tick } = await start({ overrides: { backups } })
    await set(admin, { backupSchedule: 'daily', backupTime: '14:30' })
    await tick()
    expect(made).toHaveLength(0)
    // 14:29:59 in Berlin.
    clock.set('2026-11-11T13:29:59.000Z')
    await tick()
    expect(made).toHaveLength(0)
    clock.advance(1_000)
    await tick()
    await tick()
    expect(made).toHaveLength(1)
    clock.advance(25 * hour)
    await createBackupJob(app.app.deps, { owner: 'another', signal: new AbortController().signal })()
    await tick()
    expect(made).toHaveLength(2)
  })

  it('that fails is tried again every hour, with one message to the team a day', async () => {
    await using bot = await startBotApi()
    const env = { ...bot.env, MESSENGER_LANGUAGE: 'en' }
    const { app, admin, clock, tick } = await start({ env, overrides: { backups: failing('ENOSPC: no space left') } })
    await set(admin, { backupSchedule: 'daily', backupTime: '14:30' })
    await tick()
    for (let n = 0; n < 26; n++) {
      clock.advance(hour)
      await tick()
      await tick()
    }
    const failure = (await list(await loginAsAdmin(app))).lastFailure
    expect(failure).toEqual({ at: clock.now().toISOString(), reason: 'ENOSPC: no space left' })
    app.app.startJobs()
    const text = 'The backup failed. Reason: ENOSPC: no space left'
    await expect.poll(() => bot.texts()).toEqual([expect.stringContaining(text), expect.stringContaining(text)])
  })

  it('that has not succeeded for 48 hours causes one message', async () => {
    await using bot = await startBotApi()
    const env = { ...bot.env, MESSENGER_LANGUAGE: 'en' }
    const { app, admin, clock } = await start({ env })
    const report = () => reportMissingBackups(app.app.deps)
    await report()
    await set(admin, { backupSchedule: 'daily' })
    clock.advance(48 * hour - 1)
    await report()
    clock.advance(1)
    // Replicas that were started together look at the same time.
    await Promise.all([report(), report()])
    await report()
    app.app.startJobs()
    await expect.poll(() => bot.texts()).toEqual([expect.stringMatching(/^No backup has succeeded for two days\./)])
  })
})

describe.runIf(embedded)('settings of backups', () => {
  it.each([
    [{ backupSchedule: 'hourly' }, 'backupSchedule must be one of off, daily'],
    [{ backupTime: '24:00' }, 'backupTime'],
    [{ backupTime: '3:00' }, 'backupTime'],
    [{ backupsKept: 0 }, 'backupsKept must be an integer from 1 to 365'],
    [{ backupsKept: 366 }, 'backupsKept must be an integer from 1 to 365'],
    [{ backupFolder: '../elsewhere' }, 'backupFolder'],
    [{ backupFolder: '/etc' }, 'backupFolder'],
    [{ backupFolder: 'a/../../b' }, 'backupFolder'],
    [{ backupFolder: '.partial-1' }, 'backupFolder'],
    [{ backupFolder: 'x'.repeat(201) }, 'backupFolder must NOT have more than 200 characters'],
  ])('400 for %j', async (json, message) => {
    const { admin } = await start()
    const { status, body } = await send(admin, 'updateSettings', { json })
    expect([status, body.code, body.message]).toEqual([400, 'INVALID_BODY', expect.stringContaining(message)])
  })
})
