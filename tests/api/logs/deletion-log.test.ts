import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { DeletionLogEntry } from '#contract/logs/deletion-log.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { admin, app, limitTests, logTests, read } from './log-tests.ts'

logTests()

const addDeletions = (count: number, bytes: number) =>
  app.app.deps.database.transaction(async (tx) => {
    for (let number = 0; number < count; number++) {
      await tx.deletionLog.add({
        exhibitionId: 1,
        groupId: `deleted-${number}`,
        year: 2020,
        imageCount: 2,
        uploadDate: '2020-01-01T00:00:00.000Z',
        deletedAt: '2020-01-09T09:00:00.000Z',
        reason: 'automatic_cleanup',
        totalFileSize: bytes,
      })
    }
  })

describe('listDeletionLog', () => {
  limitTests('/api/admin/deletion-log')
})

describe('the deletion log', () => {
  interface Log {
    deletions: DeletionLogEntry[]
    total: number
  }
  const stats = () => read<Record<string, unknown>>('/api/admin/deletion-log/stats')

  it('is empty at first, with zeros in its statistics', async () => {
    expect(await read('/api/admin/deletion-log')).toEqual({
      success: true,
      deletions: [],
      total: 0,
      countedAt: null,
      limit: 100,
    })
    expect(await stats()).toEqual({
      countedAt: null,
      success: true,
      totalDeleted: 0,
      totalImages: 0,
      totalSize: '0 B',
      totalSizeBytes: 0,
      lastCleanup: null,
    })
  })

  it('lists the newest first, up to the limit, and counts all', async () => {
    await addDeletions(120, 10 * 2 ** 20)
    const { groupId } = await uploadGroup(app)
    await admin.fetch(`/api/admin/groups/${groupId}`, { method: 'DELETE' })
    const log = await read<Log>('/api/admin/deletion-log?limit=2')
    expect(log.total).toBe(121)
    expect(log.deletions).toHaveLength(2)
    expect(log.deletions[0]).toEqual({
      id: expect.any(Number),
      group_id: groupId,
      year: new Date().getFullYear(),
      image_count: 1,
      upload_date: expect.any(String),
      deleted_at: expect.any(String),
      deletion_reason: 'admin_moderation_deletion',
      total_file_size: expect.any(Number),
    })
    expect(log.deletions[1]).toMatchObject({ group_id: 'deleted-119', deletion_reason: 'automatic_cleanup' })
    expect((await read<Log>('/api/admin/deletion-log')).deletions).toHaveLength(100)
  })

  it('is complete under /all', async () => {
    const { deletions, total } = await read<Log>('/api/admin/deletion-log/all')
    expect([deletions.length, total]).toEqual([121, 121])
    expect(deletions.at(-1)?.group_id).toBe('deleted-0')
  })

  it('sums up groups, images and bytes', async () => {
    const { totalSizeBytes, ...figures } = await stats()
    expect(totalSizeBytes).toBeGreaterThan(1_200 * 2 ** 20)
    expect(figures).toMatchObject({ totalDeleted: 121, totalImages: 241, totalSize: '1.26 GB' })
  })

  it('has the time of the last cleanup', async () => {
    const before = new Date().toISOString()
    expect((await admin.fetch('/api/admin/cleanup/trigger', { method: 'POST' })).status).toBe(200)
    const { lastCleanup } = await stats()
    expect(String(lastCleanup) >= before).toBe(true)
  })

  it('is whole where its last part is as long as the others', async () => {
    const { total } = await read<Log>('/api/admin/deletion-log/all')
    await addDeletions(500 - total, 1)
    expect(await read('/api/admin/deletion-log/all')).toMatchObject({ total: 500 })
  })
})

describe('listWholeDeletionLog', () => {
  it('is no error of the service when its reader leaves in the middle', async () => {
    await addDeletions(60_000, 1)
    const before = app.logged().length
    const reader = new AbortController()
    const response = await admin.fetch('/api/admin/deletion-log/all', { signal: reader.signal })
    await response.body?.getReader().read()
    reader.abort()
    // Until the service has noticed.
    await sleep(200)
    expect(app.logged().slice(before)).not.toMatch(/"level":(40|50|60)/)
  })
})
