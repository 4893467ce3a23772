import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { sweepFiles } from '#server/jobs/remove-files.ts'
import { withLease } from '#server/jobs/with-lease.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { withMethods } from '#tests/support/with-methods.ts'

describe.skipIf((await sharedPlaces()).length === 0)('work for one replica at a time', () => {
  it('is held by one process, then free for others, also after a crash or a failure', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z')
    await using replicas = await startReplicas('disk', { overrides: { clock } })
    const [first, second] = [replicas.first.app.deps, replicas.second.app.deps]
    const lease = (owner: string) => ({ job: 'fill_gaps', owner }) as const
    let done = 0
    const work = async () => {
      done += 1
    }
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = withLease(first, lease('1'), async () => {
      started.resolve()
      await release.promise
      done += 1
    })
    await started.promise
    expect(await withLease(second, lease('2'), work)).toBe(false)
    release.resolve()
    expect(await held).toBe(true)
    expect(done).toBe(1)
    expect(await withLease(second, lease('2'), work)).toBe(true)

    const broken = withLease(first, lease('1'), () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    expect(await withLease(second, lease('2'), work)).toBe(true)

    const now = clock.now().toISOString()
    const until = new Date(clock.now().getTime() + 120_000).toISOString()
    await first.database.transaction((tx) => tx.jobs.acquireLease('fill_gaps', { owner: 'crashed', now, until }))
    expect(await withLease(second, lease('2'), work)).toBe(false)
    clock.advance(120_001)
    expect(await withLease(second, lease('2'), work)).toBe(true)
  })

  it('is free once the work has ended, also when a renewal is under way', async () => {
    await using replicas = await startReplicas('disk')
    const [first, second] = [replicas.first.app.deps, replicas.second.app.deps]
    let transactions = 0
    const transaction: typeof first.database.transaction = async (run) => {
      // The second is the renewal.
      if (++transactions === 2) await sleep(100)
      return first.database.transaction(run)
    }
    const slow = { ...first, database: withMethods(first.database, { transaction }) }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await withLease(slow, { job: 'fill_gaps', owner: '1' }, async () => vi.advanceTimersByTime(30_000))
    } finally {
      vi.useRealTimers()
    }
    await sleep(200)
    expect(transactions).toBe(3)
    expect(await withLease(second, { job: 'fill_gaps', owner: '2' }, async () => undefined)).toBe(true)
  })

  it('also protects the removal of files: each is removed once', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z')
    await using replicas = await startReplicas('disk', { overrides: { clock } })
    const names = Array.from({ length: 50 }, (_, index) => ({ kind: 'original', name: `${index}.jpg` }) as const)
    await replicas.first.app.deps.database.planFileRemovals(names, 0)
    const removed: string[] = []
    const sweep = ({ app }: typeof replicas.first) => {
      const remove = async (_kind: string, name: string) => {
        await sleep(5)
        removed.push(name)
      }
      return sweepFiles({ ...app.deps, files: withMethods(app.deps.files, { remove }) }, { owner: randomUUID() })
    }
    await Promise.all([sweep(replicas.first), sweep(replicas.second)])
    expect(removed.sort()).toEqual(names.map(({ name }) => name).sort())
    expect(await replicas.second.app.deps.database.fileRemovals.planned()).toEqual([])
  })
})
