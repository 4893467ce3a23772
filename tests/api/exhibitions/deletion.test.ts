import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#server/features/cleanup/clean-up.ts'
import { previewCleanup } from '#server/features/cleanup/routes.ts'
import { dailyJobs } from '#server/jobs/daily-jobs.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { startBotApi } from '#tests/support/servers/bot-api.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

/** Ten in the morning in Berlin is eight in UTC. */
const end = '2026-05-04T16:00:00.000Z'
const clock = fakeClock('2026-05-04T12:00:00.000Z')
let bot: Awaited<ReturnType<typeof startBotApi>>
let app: TestApp
let admin: Session
beforeAll(async () => {
  bot = await startBotApi()
  app = await startApp({ env: bot.env, overrides: { clock } })
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
})

/** A session does not last as long as the days between. */
const moveTo = async (time: string) => {
  clock.set(time)
  admin = await loginAsAdmin(app)
}
const warnAt = async (time: string) => {
  await moveTo(time)
  const warning = dailyJobs.find(({ name }) => name === 'warning')
  await app.app.deps.database.transaction(async (tx) => warning?.within?.(app.app.deps, tx, new Date(time)))
  const told: unknown[] = []
  const { database } = app.app.deps
  for (;;) {
    const next = await database.nextNotification('chat', clock.now().toISOString())
    if (next === undefined) return told
    if (next.kind === 'exhibition_deletion') told.push(next.payload)
    await database.transaction((tx) => tx.notifications.remove(next.id))
  }
}
const cleanAt = async (time: string) => {
  await moveTo(time)
  return (await cleanUp(app.app.deps)).deleted
}

describe('deletedAfterDays', () => {
  it('deletes the groups that many days after the end; the team is told once, seven days before, and of another date anew', async () => {
    const { id, slug, name } = await addExhibition(admin, { endsAt: end, deletedAfterDays: 20 })
    const { groupId } = await uploadGroup(app, { parts: { exhibition: slug } })
    await publish(app, groupId)
    const other = await uploadGroup(app)
    await publish(app, other.groupId)
    const { database } = app.app.deps
    expect(await ask(admin, 'getAdminGroup', { params: { groupId } })).toMatchObject({
      deletionDate: '2026-05-25T08:00:00.000Z',
    })
    expect(await warnAt('2026-05-17T07:00:00.000Z')).toEqual([])
    const payload = { name, groupCount: 1 }
    expect(await warnAt('2026-05-18T07:00:00.000Z')).toEqual([{ ...payload, deletionAt: '2026-05-25T08:00:00.000Z' }])
    expect(await warnAt('2026-05-19T07:00:00.000Z')).toEqual([])
    await changeExhibition(admin, id, { deletedAfterDays: 22 })
    expect(await warnAt('2026-05-20T07:00:00.000Z')).toEqual([{ ...payload, deletionAt: '2026-05-27T08:00:00.000Z' }])
    expect(await cleanAt('2026-05-25T08:00:00.000Z')).toBe(0)
    await moveTo('2026-05-27T08:00:00.000Z')
    expect((await Array.fromAsync(previewCleanup(app.app.deps, 'all'))).flat()).toMatchObject([
      { id: groupId, imageCount: 1, wasApproved: true, daysUntilDeletion: -1 },
    ])
    expect(await cleanAt('2026-05-27T08:00:00.000Z')).toBe(1)
    expect(await database.groups.find(groupId)).toBeUndefined()
    expect(await database.groups.find(other.groupId)).toBeDefined()
    expect(await app.storedFiles()).toHaveLength(2)
    const { deletions } = await ask(admin, 'listDeletionLog')
    expect(deletions).toMatchObject([{ group_id: groupId, deletion_reason: 'exhibition_ended' }])
    expect((await database.withdrawals.all()).at(-1)).toMatchObject({ kind: 'group_deleted_with_exhibition', groupId })
    const { exhibitions } = await ask(admin, 'listExhibitions')
    expect(exhibitions.find((each) => each.id === id)).toMatchObject({ name, endsAt: end, groupCountAtEnd: 1 })
  })

  it('deletes nothing before the team has known it for a day, and nothing that was moved out', async () => {
    await moveTo('2026-06-01T12:00:00.000Z')
    const { id, slug } = await addExhibition(admin)
    const [deleted, moved] = [
      await uploadGroup(app, { parts: { exhibition: slug } }),
      await uploadGroup(app, { parts: { exhibition: slug } }),
    ]
    for (const { groupId } of [deleted, moved]) await publish(app, groupId)
    await changeExhibition(admin, id, { endsAt: '2026-05-01T00:00:00Z', deletedAfterDays: 1 })
    expect(await cleanAt('2026-06-02T06:00:00.000Z')).toBe(0)
    expect(await warnAt('2026-06-02T07:00:00.000Z')).toMatchObject([{ deletionAt: '2026-06-03T08:00:00.000Z' }])
    expect(await cleanAt('2026-06-02T08:00:00.000Z')).toBe(0)
    await ask(admin, 'moveGroups', { params: { id: 1 }, json: { groupIds: [moved.groupId] } })
    expect(await cleanAt('2026-06-03T08:00:00.000Z')).toBe(1)
    expect(await app.app.deps.database.groups.find(moved.groupId)).toBeDefined()
  })

  it('lists each group once in the preview, also one that is old enough anyway', async () => {
    await moveTo('2026-07-01T12:00:00.000Z')
    const { id, slug } = await addExhibition(admin)
    const { groupId } = await uploadGroup(app, { parts: { exhibition: slug } })
    await changeExhibition(admin, id, { endsAt: '2026-06-30T00:00:00Z', deletedAfterDays: 1 })
    await warnAt('2026-07-02T07:00:00.000Z')
    await moveTo('2026-07-20T12:00:00.000Z')
    const { groups, groupsToDelete } = await ask(admin, 'previewCleanup', { query: { exhibition: slug } })
    expect([groups.map((each) => each.id), groupsToDelete]).toEqual([[groupId], 1])
  })
})
