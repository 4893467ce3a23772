import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fillGapsOnce } from '#server/jobs/fill-gaps.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { startApp } from '#tests/support/start-app.ts'

it('the search for gaps runs again after a failure', async () => {
  await using app = await startApp()
  const signal = new AbortController().signal
  let searches = 0
  await fillGapsOnce(app.app.deps, { owner: randomUUID(), signal, pollMs: 20 }, async () => {
    searches += 1
    if (searches === 1) throw new Error('The bucket does not answer')
  })
  expect(searches).toBe(2)
})

describe.skipIf((await sharedPlaces()).length === 0)('the search for gaps by replicas', () => {
  it('runs for all replicas that started before, and again for one that starts later', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z')
    await using replicas = await startReplicas('disk', { overrides: { clock } })
    const signal = new AbortController().signal
    let searches = 0
    const search = async () => {
      searches += 1
      await sleep(50)
      clock.advance(1_000)
    }
    const start = (index: number) => {
      const { deps } = (index % 2 ? replicas.first : replicas.second).app
      return fillGapsOnce(deps, { owner: randomUUID(), signal, pollMs: 20 }, search)
    }
    await Promise.all(Array.from({ length: 6 }, (_, index) => start(index)))
    // The first run began while the others started; the second after all of them.
    expect(searches).toBeLessThanOrEqual(2)
    const before = searches
    clock.advance(1_000)
    await start(0)
    expect(searches).toBe(before + 1)
  })

  it('is for all replicas that started before it began, however long it waited for its turn', async () => {
    const start = '2026-11-01T12:00:00.000Z'
    const clock = fakeClock(start)
    await using replicas = await startReplicas('disk', { overrides: { clock } })
    const { deps } = replicas.first.app
    const slow: typeof deps.database.transaction = async (run) => {
      clock.advance(1_000)
      return deps.database.transaction(run)
    }
    let searches = 0
    const search = async () => void searches++
    const options = () => ({ owner: randomUUID(), signal: new AbortController().signal, pollMs: 20 })
    await fillGapsOnce({ ...deps, database: { ...deps.database, transaction: slow } }, options(), search)
    await fillGapsOnce({ ...replicas.second.app.deps, clock: fakeClock(start) }, options(), search)
    expect(searches).toBe(1)
  })

  it('runs again if the searching replica was stopped', async () => {
    await using replicas = await startReplicas('disk')
    const stop = new AbortController()
    const { deps } = replicas.first.app
    await fillGapsOnce(deps, { owner: 'stopped', signal: stop.signal, pollMs: 20 }, async () => stop.abort())
    let searched = false
    const signal = new AbortController().signal
    await fillGapsOnce(replicas.second.app.deps, { owner: 'next', signal, pollMs: 20 }, async () => {
      searched = true
    })
    expect(searched).toBe(true)
  })
})
