import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp } from '#server/features/cleanup/clean-up.ts'
import { previewCleanup } from '#server/features/cleanup/routes.ts'
import { warnOfDeletion } from '#server/features/notifications/send-deletion-warning.ts'
import { finishCleanup } from '#server/jobs/daily-jobs.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { loginAsAdmin, loginAsAuditor, type Session } from '#tests/support/admin.ts'
import { ask, replyTo } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startBotApi } from '#tests/support/servers/bot-api.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, publish, uploadGroup } from '#tests/support/upload.ts'
import { withMethods } from '#tests/support/with-methods.ts'

const now = '2026-11-11T12:00:00.000Z'
const _day = 24 * 60 * 60 * 1000

let clock: FakeClock
let app: TestApp
beforeEach(() => {
  clock = fakeClock(now)
})
afterEach(async () => {
  await app[Symbol.asyncDispose]()
})

async function start({ overrides, ...options }: StartOptions = {}) {
  app = await startApp({ ...options, overrides: { clock, ...overrides } })
  return loginAsAdmin(app)
}

/** Uploads a group at a time in the past. */
async function uploadAt(time: string, metadata: { name?: string; title?: string } = {}): Promise<string> {
  clock.set(time)
  const { groupId } = await uploadGroup(app, { parts: { metadata } })
  clock.set(now)
  return groupId
}

const trigger = (admin: Pick<Session, 'fetch'>) => admin.fetch('/api/admin/cleanup/trigger', { method: 'POST' })
const exists = async (groupId: string) => (await app.app.deps.database.groups.find(groupId)) !== undefined

interface Preview {
  groupsToDelete: number
  groups: { id: string; groupName: string; daysUntilDeletion: number; imageCount: number; uploadDate: string }[]
}
const preview = async (admin: Session) => bodyOf<Preview>(await admin.fetch('/api/admin/cleanup/preview'))

describe('triggerCleanup', () => {
  it('deletes never-approved groups that are older than 7 days, with their files, and logs each', async () => {
    const admin = await start()
    const old = await uploadAt('2026-11-04T11:59:59.999Z')
    const exactly = await uploadAt('2026-11-04T12:00:00.000Z')
    const files = await app.storedFiles()
    const response = await trigger(admin)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      success: true,
      deletedGroups: 1,
      message: 'The cleanup deleted 1 group',
    })
    expect([await exists(old), await exists(exactly)]).toEqual([false, true])
    expect(files).toHaveLength(4)
    expect(await app.storedFiles()).toHaveLength(2)
    expect(await app.app.deps.database.deletionLog.latest('all')).toMatchObject([
      {
        groupId: old,
        reason: 'automatic_cleanup',
        imageCount: 1,
        deletedAt: now,
        uploadDate: '2026-11-04T11:59:59.999Z',
      },
    ])
  })

  it('never deletes a group that was approved once, even if it lost its approval', async () => {
    const admin = await start()
    const groupId = await uploadAt('2026-01-01T00:00:00.000Z')
    await publish(app, groupId)
    await app.app.deps.database.transaction((tx) => tx.groups.update(groupId, { isApproved: false }))
    expect(await (await trigger(admin)).json()).toMatchObject({ deletedGroups: 0 })
    expect(await exists(groupId)).toBe(true)
  })

  it('deletes approved groups that are older than approvedRetentionDays, a day after it was set', async () => {
    const admin = await start()
    const groupId = await uploadAt('2026-01-01T00:00:00.000Z')
    const { deps } = app.app
    const firstApprovedAt = '2026-01-02T00:00:00.000Z'
    await deps.database.transaction((tx) => tx.groups.update(groupId, { isApproved: true, firstApprovedAt }))
    const owner = async () => {
      const { managementToken } = (await deps.database.groups.find(groupId)) ?? {}
      return (await bodyOf<{ data: object }>(await app.fetch(`/api/manage/${managementToken}`))).data
    }
    expect(await owner()).toMatchObject({ wasApproved: true, deletionDate: null })

    await ask(admin, 'updateSettings', { json: { approvedRetentionDays: 30 } })
    expect(await owner()).toMatchObject({ deletionDate: '2026-11-13T09:00:00.000Z' })
    expect(await (await trigger(admin)).json()).toMatchObject({ deletedGroups: 0 })
    const warned = await deps.database.transaction((tx) => warnOfDeletion(deps, tx, new Date('2026-11-13T09:00:00Z')))
    expect(warned).toEqual({ groupCount: 1 })

    clock.set('2026-11-12T12:00:00.000Z')
    const listed = (await Array.fromAsync(previewCleanup(deps, 'all'))).flat()
    expect(listed).toMatchObject([{ id: groupId, wasApproved: true }])
    expect(await cleanUp(deps)).toEqual({ deleted: 1, isComplete: true })
    expect(await deps.database.deletionLog.latest('all')).toMatchObject([{ groupId, reason: 'automatic_cleanup' }])
  })

  it('keeps groups for CLEANUP_RETENTION_DAYS', async () => {
    const admin = await start({ env: { CLEANUP_RETENTION_DAYS: '30' } })
    const kept = await uploadAt('2026-10-12T12:00:00.000Z')
    const old = await uploadAt('2026-10-12T11:59:59.999Z')
    expect(await (await trigger(admin)).json()).toMatchObject({ deletedGroups: 1 })
    expect([await exists(old), await exists(kept)]).toEqual([false, true])
  })

  it('leaves a group alone that is approved while it runs', async () => {
    let onRemove = async () => undefined as unknown
    const files = (store: FileStore) =>
      withMethods(store, {
        async remove(kind, name) {
          await onRemove()
          return store.remove(kind, name)
        },
      })
    await start()
    const first = await uploadAt('2026-10-01T00:00:00.000Z')
    const second = await uploadAt('2026-10-02T00:00:00.000Z')
    const { dataDir } = app
    const store = app.app.deps.files
    await app.stop()
    const admin = await start({ dataDir, overrides: { files: files(store) } })
    onRemove = () => publish(app, second)
    expect(await (await trigger(admin)).json()).toMatchObject({ deletedGroups: 1 })
    expect([await exists(first), await exists(second)]).toEqual([false, true])
  })

  it('answers within seconds and leaves the rest to a job', async () => {
    const admin = await start()
    const { deps } = app.app
    await seedGroups(
      deps.database,
      Array.from({ length: 60 }, () => ({ uploadDate: '2026-10-01T00:00:00.000Z' })),
    )
    const remove = deps.files.remove
    deps.files.remove = (kind, name) => sleep(100).then(() => remove(kind, name))
    const body = await replyTo('triggerCleanup', await trigger(admin))
    expect(body.deletedGroups).toBeLessThan(60)
    expect(body.message).toBe(`The cleanup deleted ${body.deletedGroups} groups; the others follow`)
    deps.files.remove = remove
    expect(await deps.database.groups.any()).toBe(true)

    const stopped = { owner: 'test', signal: AbortSignal.abort() }
    await finishCleanup(deps, stopped)
    expect(await deps.database.groups.any()).toBe(true)
    await finishCleanup(deps, { owner: 'test', signal: new AbortController().signal })
    expect(await deps.database.groups.any()).toBe(false)
    expect(await deps.database.serviceState.get('cleanup_requested')).toBeUndefined()
    expect((await deps.database.deletionLog.latest('all')).length).toBe(60)
  })

  it('sets lastCleanup', async () => {
    const admin = await start()
    expect(await app.app.deps.database.jobs.lastRun('cleanup')).toBeNull()
    await trigger(admin)
    expect(await app.app.deps.database.jobs.lastRun('cleanup')).toBe(now)
  })

  it('sends no notification', async () => {
    await using bot = await startBotApi()
    const admin = await start({ env: bot.env })
    await uploadAt('2026-10-01T00:00:00.000Z')
    const { database } = app.app.deps
    const uploads = await database.nextNotification('chat', '9999')
    await database.transaction((tx) => tx.notifications.remove(uploads?.id ?? 0))
    await trigger(admin)
    expect(await database.nextNotification('chat', '9999')).toBeUndefined()
  })
})

describe('previewCleanup', () => {
  it('lists exactly what a run now would delete, oldest first, in whole days rounded down', async () => {
    const admin = await start()
    const expected = [
      { id: await uploadAt('2026-11-02T11:00:00.000Z', { name: 'two days' }), daysUntilDeletion: -3 },
      { id: await uploadAt('2026-11-03T12:00:00.000Z', { name: 'a day' }), daysUntilDeletion: -1 },
      { id: await uploadAt('2026-11-04T11:59:59.999Z', { name: 'just' }), daysUntilDeletion: -1 },
    ]
    await uploadAt('2026-11-04T12:00:00.000Z')
    await publish(app, await uploadAt('2026-10-01T00:00:00.000Z'))
    const body = await preview(admin)
    expect(body).toMatchObject({ success: true, groupsToDelete: 3, groups: expected })
    expect(body.groups[0]).toEqual({
      ...expected[0],
      groupName: 'two days',
      uploadDate: '2026-11-02T11:00:00.000Z',
      wasApproved: false,
      imageCount: 1,
    })
    expect(await (await trigger(admin)).json()).toMatchObject({ deletedGroups: 3 })
    for (const { id } of expected) expect(await exists(id)).toBe(false)
    expect(await preview(admin)).toMatchObject({ groupsToDelete: 0, groups: [] })
  })

  it('lists those never approved alone while no approved one is due', async () => {
    const admin = await start()
    const id = await uploadAt('2026-10-01T00:00:00.000Z')
    await ask(admin, 'updateSettings', { json: { approvedRetentionDays: 30 } })
    clock.set('2026-11-12T13:00:00.000Z')
    expect(await preview(await loginAsAdmin(app))).toMatchObject({ groupsToDelete: 1, groups: [{ id }] })
  })

  it('deletes nothing', async () => {
    const admin = await start()
    const groupId = await uploadAt('2026-10-01T00:00:00.000Z')
    await preview(admin)
    expect(await exists(groupId)).toBe(true)
    expect(await app.app.deps.database.jobs.lastRun('cleanup')).toBeNull()
  })
})

describe('access', () => {
  const calls = [
    ['POST', '/api/admin/cleanup/trigger'],
    ['GET', '/api/admin/cleanup/preview'],
  ] as const

  it.each(calls)('%s %s is for admins with a session, and writes need the CSRF token', async (method, path) => {
    const admin = await start()
    const old = await uploadAt('2026-10-01T00:00:00.000Z')
    const refused = async (who: Pick<TestApp, 'fetch'>, headers: Record<string, string> = {}) => {
      const response = await who.fetch(path, { method, headers })
      return [response.status, (await bodyOf<{ code: string }>(response)).code]
    }
    expect(await refused(app)).toEqual([403, 'SESSION_REQUIRED'])
    expect(await refused(await loginAsAuditor(app))).toEqual([403, 'ROLE_REQUIRED'])
    if (method === 'POST') expect(await refused(app, { cookie: admin.cookie })).toEqual([403, 'CSRF_INVALID'])
    expect(await exists(old)).toBe(true)
  })
})
