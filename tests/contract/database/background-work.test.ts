import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileName } from '#server/ports/file-removals.ts'
import type { AuditLogEntry } from '#server/ports/logs/audit-log.ts'
import type { Notification } from '#server/ports/notifications/notification-outbox.ts'
import { aGroup, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const at = (minute: number) => new Date(Date.UTC(2024, 4, 1, 10, minute)).toISOString()

describe.each(await testDatabases())('background work on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    for (const store of ['fileRemovals', 'notifications', 'deletionLog', 'auditLog', 'jobs'] as const) {
      expect(rows.untried(store)).toEqual([])
    }
    await rows[Symbol.asyncDispose]()
  })

  it('schedules, postpones and cancels removals of files', async () => {
    const file = (index: number) => ({ kind: 'original', name: `${index}.jpg` }) as const
    const files = Array.from({ length: 1_200 }, (_, index) => file(index))
    const preview = { kind: 'preview', name: '0.jpg' } as const
    const { fileRemovals } = rows.database
    await rows.write((tx) => tx.fileRemovals.plan([...files, preview], 60_000))
    expect(await fileRemovals.due(10)).toEqual([])
    expect(await fileRemovals.planned()).toHaveLength(1_201)
    expect(await fileRemovals.planned(7)).toHaveLength(7)
    await rows.write((tx) => tx.fileRemovals.plan([file(0)], -1))
    expect(await fileRemovals.due(10)).toEqual([file(0)])
    expect(await rows.write((tx) => tx.fileRemovals.cancel(files))).toBe(1_200)
    expect(await fileRemovals.planned()).toEqual([preview])
    await rows.write(async (tx) => {
      await tx.fileRemovals.plan([], 0)
      expect(await tx.fileRemovals.cancel([])).toBe(0)
      await tx.fileRemovals.complete([preview])
    })
    expect(await fileRemovals.planned()).toEqual([])
  })

  it('claims removals, which then can be neither cancelled nor postponed', async () => {
    const [due, planned] = [
      { kind: 'original', name: 'due.jpg' },
      { kind: 'original', name: 'planned.jpg' },
    ] as const
    await rows.write((tx) => tx.fileRemovals.plan([due], -1))
    await rows.write((tx) => tx.fileRemovals.plan([planned], 60_000))
    expect(await rows.write((tx) => tx.fileRemovals.claim(10))).toEqual([due])
    expect(await rows.write((tx) => tx.fileRemovals.cancel([due, planned]))).toBe(1)
    await rows.write((tx) => tx.fileRemovals.plan([due, planned], 60_000))
    // The process that claimed it may have crashed.
    expect(await rows.write((tx) => tx.fileRemovals.claim(10))).toEqual([due])
    await rows.write((tx) => tx.fileRemovals.claimAll())
    expect(await rows.write((tx) => tx.fileRemovals.claim(10))).toHaveLength(2)
    await rows.write((tx) => tx.fileRemovals.complete([due, planned]))
    expect(await rows.database.fileRemovals.planned()).toEqual([])
  })

  it('holds files of a submission until they are cancelled or scheduled again', async () => {
    const [piece, other, gone] = ['piece.jpg', 'other.jpg', 'gone.jpg'].map(
      (name) => ({ kind: 'original', name }) as const,
    ) as [FileName, FileName, FileName]
    await rows.write((tx) => tx.fileRemovals.plan([gone], -1))
    await rows.write((tx) => tx.fileRemovals.claim(10))
    await rows.write((tx) => tx.fileRemovals.plan([piece, other], -1))
    expect(await rows.write((tx) => tx.fileRemovals.hold([piece, other, gone]))).toBe(2)
    await rows.write((tx) => tx.fileRemovals.claimAll())
    expect(await rows.write((tx) => tx.fileRemovals.claim(10))).toEqual([gone])
    await rows.write((tx) => tx.fileRemovals.plan([piece], -1))
    expect(await rows.write((tx) => tx.fileRemovals.claim(10))).toEqual(expect.arrayContaining([piece, gone]))
    expect(await rows.write((tx) => tx.fileRemovals.cancel([other]))).toBe(1)
    await rows.write((tx) => tx.fileRemovals.complete([piece, gone]))
    expect(await rows.database.fileRemovals.planned()).toEqual([])
  })

  it('returns due notifications, in order within a group', async () => {
    const facts = { name: 'Zoë', title: null, year: 2024, imageCount: 1 }
    const upload: Notification = { kind: 'upload', groupId: 'a', payload: facts }
    const deleted: Notification = { kind: 'group_deleted', groupId: 'a', payload: facts }
    const test: Notification = { kind: 'test', groupId: null, payload: {} }
    await rows.write(async ({ notifications }) => {
      for (const each of [upload, deleted, test])
        await notifications.add({ ...each, channel: 'chat', createdAt: at(0) })
    })
    const isQueued = (kind: 'upload' | 'chat_removal') => rows.write((tx) => tx.notifications.isQueued('chat', kind))
    expect([await isQueued('upload'), await isQueued('chat_removal')]).toEqual([true, false])
    const next = (minute: number) => rows.write((tx) => tx.notifications.next('chat', at(minute)))
    expect(await rows.database.nextNotification('chat', new Date(0).toISOString())).toBeUndefined()
    const first = await next(0)
    expect(first).toEqual({ ...upload, id: expect.any(Number), attempts: 0, createdAt: at(0) })
    await rows.write((tx) => tx.notifications.postpone(first?.id ?? 0, at(30)))
    expect(await next(1)).toMatchObject(test)
    expect(await rows.write((tx) => tx.notifications.next('email', at(1)))).toBeUndefined()
    await rows.write((tx) => tx.notifications.countFailure('email', at(1)))
    await rows.write((tx) => tx.notifications.countFailure('chat', at(1)))
    expect(await next(1)).toMatchObject({ kind: 'test', attempts: 1 })
    const nextDay = at(24 * 60)
    expect(
      await rows.write((tx) => tx.notifications.removeUndeliverable('chat', { now: nextDay, attempts: 2 })),
    ).toEqual([])
    const undeliverable = await rows.write((tx) =>
      tx.notifications.removeUndeliverable('chat', { now: nextDay, attempts: 1 }),
    )
    expect(undeliverable.map(({ kind }) => kind).sort()).toEqual(['group_deleted', 'test', 'upload'])
    await rows.write((tx) => tx.notifications.add({ ...test, channel: 'chat', createdAt: at(0) }))
    await rows.write(async (tx) => tx.notifications.remove((await tx.notifications.next('chat', at(1)))?.id ?? 0))
    expect(await next(1)).toBeUndefined()
  })

  it('calls the listener of a notification after a commit, but not after a rollback', async () => {
    let calls = 0
    rows.database.onNotification(() => {
      calls += 1
    })
    const add = { kind: 'test', channel: 'chat', groupId: null, payload: {}, createdAt: at(0) } as const
    await expect(
      rows.write(async (tx) => {
        await tx.notifications.add(add)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(calls).toBe(0)
    await rows.write((tx) => tx.notifications.add(add))
    expect(calls).toBe(1)
  })

  it('sums up the deletion log, beyond 32 bits', async () => {
    expect(await rows.database.deletionLog.totals('all')).toEqual({ groups: 0, images: 0, bytes: 0 })
    const entry = {
      groupId: 'a',
      exhibitionId: 1,
      year: 2024,
      imageCount: 3,
      uploadDate: at(0),
      deletedAt: at(1),
      reason: 'user_deletion',
      totalFileSize: 3_000_000_000,
    } as const
    for (const groupId of ['a', 'b', 'c']) await rows.write((tx) => tx.deletionLog.add({ ...entry, groupId }))
    expect(await rows.write((tx) => tx.deletionLog.totals('all'))).toEqual({
      groups: 3,
      images: 9,
      bytes: 9_000_000_000,
    })
    const latest = await rows.write((tx) => tx.deletionLog.latest('all', 2))
    expect(latest.map(({ groupId }) => groupId)).toEqual(['c', 'b'])
    expect(latest[0]).toEqual({ ...entry, groupId: 'c', id: expect.any(Number) })
    expect(await rows.database.deletionLog.latest('all')).toHaveLength(3)
    expect(await rows.write((tx) => tx.deletionLog.lastId())).toBe(latest[0]?.id)
    const elsewhere = { exhibitionIds: [2] }
    await rows.write((tx) => tx.deletionLog.add({ ...entry, groupId: 'd', exhibitionId: 2 }))
    expect(await rows.database.deletionLog.latest(elsewhere)).toMatchObject([{ groupId: 'd' }])
    expect(await rows.database.deletionLog.totals(elsewhere)).toMatchObject({ groups: 1 })
    expect(await rows.database.deletionLog.totals({ exhibitionIds: [] })).toMatchObject({ groups: 0 })
  })

  it('keeps the audit log, newest first, and purges it', async () => {
    expect(await rows.database.auditLog.totals('all')).toEqual({ entries: 0, byAction: {}, lastAt: null })
    const entry: AuditLogEntry = {
      groupId: 'a',
      action: 'update_metadata',
      success: true,
      errorMessage: null,
      ipAddress: '2001:db8::1',
      userAgent: 'curl/8',
      requestData: { title: 'Zoë "\u0000"' },
      maskedToken: '12345678',
      sourceHost: 'photos.example',
      sourceType: 'public',
      createdAt: at(1),
    }
    const failed: AuditLogEntry = {
      ...entry,
      groupId: null,
      action: 'invalid_token',
      success: false,
      requestData: null,
      createdAt: at(2),
    }
    await rows.write((tx) => tx.groups.insert(aGroup({ groupId: 'a' })))
    for (const each of [entry, failed, entry]) await rows.write((tx) => tx.auditLog.add(each))
    const latest = await rows.write((tx) => tx.auditLog.latest('all', 2))
    expect(latest).toEqual([
      { ...entry, id: expect.any(Number) },
      { ...failed, id: expect.any(Number) },
    ])
    expect(await rows.write((tx) => tx.auditLog.ofGroup('a', 'all'))).toHaveLength(2)
    expect(await rows.write((tx) => tx.auditLog.totals('all'))).toEqual({
      entries: 3,
      byAction: { invalid_token: 1, update_metadata: 2 },
      lastAt: at(2),
    })
    expect(await rows.write((tx) => tx.auditLog.count('all'))).toBe(3)
    expect(await rows.write((tx) => tx.auditLog.count({ exhibitionIds: [1] }))).toBe(2)
    expect(await rows.write((tx) => tx.auditLog.count({ exhibitionIds: [3] }))).toBe(0)
    expect(await rows.write((tx) => tx.auditLog.lastId())).toBe(latest[0]?.id)
    const links = (time: string) => rows.write((tx) => tx.auditLog.usedLinks('all', time))
    expect(await links(at(1))).toEqual([{ address: '2001:db8::1', groupId: 'a' }])
    expect(await links(at(3))).toEqual([])
    expect(await rows.write((tx) => tx.auditLog.removeBefore(at(2)))).toBe(2)
    expect(await rows.database.auditLog.latest('all', 10)).toHaveLength(1)
  })

  it('stores no text about a deleted group (D48)', async () => {
    const entry: AuditLogEntry = {
      groupId: 'gone',
      action: 'add_images',
      success: false,
      errorMessage: 'Zoë.jpg is damaged',
      ipAddress: null,
      userAgent: null,
      requestData: { title: 'Zoë', list: [{ imageId: 1, description: 'Zoë' }] },
      maskedToken: null,
      sourceHost: null,
      sourceType: 'internal',
      createdAt: at(3),
    }
    await rows.write(async (tx) => {
      await tx.groups.insert(aGroup({ groupId: 'gone' }))
      await tx.auditLog.add(entry)
      await tx.groups.remove('gone')
      await tx.auditLog.removeTexts('gone')
      await tx.auditLog.add({ ...entry, errorMessage: null })
    })
    const left = { requestData: { title: null, list: [{ imageId: 1, description: null }] } }
    const found = await rows.database.auditLog.ofGroup('gone', 'all')
    expect(found).toMatchObject([
      { ...left, errorMessage: null },
      { ...left, errorMessage: 'Refused' },
    ])
  })

  it('drops the notifications of a group', async () => {
    const about = (groupId: string) =>
      ({ kind: 'test', channel: 'chat', groupId, payload: {}, createdAt: at(0) }) as const
    await rows.write(async (tx) => {
      await tx.notifications.add(about('going'))
      await tx.notifications.add(about('staying'))
      await tx.notifications.removeOfGroup('going')
    })
    const left: (string | null)[] = []
    await rows.write(async (tx) => {
      const next = () => tx.notifications.next('chat', at(9))
      for (let queued = await next(); queued; queued = await next()) {
        left.push(queued.groupId)
        await tx.notifications.remove(queued.id)
      }
    })
    expect(left).toContain('staying')
    expect(left).not.toContain('going')
  })

  it('leases a job to one process at a time', async () => {
    const take = (owner: string, now: number, until: number) =>
      rows.write((tx) => tx.jobs.acquireLease('cleanup', { owner, now: at(now), until: at(until) }))
    const owners = Array.from({ length: 10 }, (_, index) => `${index}`)
    const taken = await Promise.all(owners.map((owner) => take(owner, 0, 10)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    const owner = owners[taken.indexOf(true)] ?? ''
    expect(await take(owner, 5, 20)).toBe(true)
    expect(await take('other', 10, 30)).toBe(false)
    expect(await take('other', 20, 30)).toBe(true)
    await rows.write((tx) => tx.jobs.releaseLease('cleanup', owner))
    expect(await take(owner, 21, 40)).toBe(false)
    await rows.write((tx) => tx.jobs.releaseLease('cleanup', 'other', at(35)))
    expect(await take(owner, 34, 60)).toBe(false)
    await rows.write((tx) => tx.jobs.releaseAllLeases())
    expect(await take(owner, 34, 60)).toBe(false)
    expect(await take(owner, 35, 60)).toBe(true)
    await rows.write((tx) => tx.jobs.releaseAllLeases())
    expect(await take('other', 35, 60)).toBe(true)
  })

  it('records when a job ran and for which due time', async () => {
    expect(await rows.database.jobs.lastRun('warning')).toBeNull()
    await rows.write((tx) => tx.jobs.recordRun('warning', at(3)))
    expect(await rows.write((tx) => tx.jobs.lastRun('warning'))).toBe(at(3))
    const lastServed = (minute: number) => rows.write((tx) => tx.jobs.lastServed('warning', at(minute)))
    expect(await lastServed(4)).toBe(at(4))
    expect(await lastServed(9)).toBe(at(4))
    await rows.write((tx) => tx.jobs.recordServed('warning', at(9)))
    expect(await lastServed(10)).toBe(at(9))
  })
})
