import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCounters } from '#server/adapters/database/counters.ts'
import type { Counters } from '#server/ports/counters.ts'
import { type Place, testEngines } from '#tests/support/servers/engines.ts'

const rule = { name: 'test', limit: 5, windowSeconds: 60 }

describe.each(await testEngines())('counters on %s', (_engine, newPlace) => {
  let place: Place
  let counters: Counters
  let close: () => Promise<void>

  async function open() {
    const engine = place.open()
    counters = await openCounters(engine)
    close = async () => {
      await counters[Symbol.asyncDispose]()
      await engine.close()
    }
  }
  beforeEach(async () => {
    place = await newPlace()
    await open()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await close()
    await place[Symbol.asyncDispose]()
  })

  const times = (n: number, key: string) => Promise.all(Array.from({ length: n }, () => counters.count(rule, key)))

  it('lets exactly as many through as allowed when many count at once', async () => {
    const counts = await times(100, 'a')
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(5)
    expect(await counters.read(rule, 'a')).toMatchObject({ allowed: false, used: 100, remaining: 0 })
  })

  it('creates its table once when many processes start at once', async () => {
    for (let round = 0; round < 5; round++) {
      await using empty = await newPlace({ empty: true })
      const engines = Array.from({ length: 8 }, () => empty.open())
      const opened = await Promise.allSettled(engines.map(openCounters))
      expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
      await Promise.all(opened.map((result) => result.status === 'fulfilled' && result.value[Symbol.asyncDispose]()))
      await Promise.all(engines.map((engine) => engine.close()))
    }
  })

  it('undoes counts, and counts amounts', async () => {
    expect(await counters.count(rule, 'a', 4)).toMatchObject({ allowed: true, used: 4 })
    expect(await counters.count(rule, 'a', 4)).toMatchObject({ allowed: false, used: 8 })
    for (let n = 0; n < 5; n++) await counters.takeBack(rule, 'a')
    expect(await counters.read(rule, 'a')).toMatchObject({ allowed: true, used: 3, remaining: 2 })
  })

  it('counts each key and each rule separately', async () => {
    await times(5, 'a')
    expect(await counters.count(rule, 'b')).toMatchObject({ allowed: true, used: 1, remaining: 4, resetSeconds: 60 })
    expect(await counters.count({ ...rule, name: 'other' }, 'a')).toMatchObject({ used: 1 })
  })

  it('starts over after the window, which counting does not extend', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await times(6, 'a')
    vi.advanceTimersByTime(59_000)
    expect(await counters.count(rule, 'a')).toMatchObject({ allowed: false, resetSeconds: 1 })
    vi.advanceTimersByTime(1_001)
    expect(await counters.read(rule, 'a')).toMatchObject({ allowed: true, used: 0 })
    expect(await counters.count(rule, 'a')).toMatchObject({ allowed: true, used: 1 })
  })

  it('keeps its counts over a restart', async () => {
    await times(3, 'a')
    await close()
    await open()
    expect(await counters.count(rule, 'a')).toMatchObject({ used: 4 })
  })

  it('forgets a key', async () => {
    await times(6, 'a')
    await counters.forget(rule, 'a')
    expect(await counters.read(rule, 'a')).toMatchObject({ allowed: true, used: 0, remaining: 5 })
  })

  it('accepts keys of any length and distinguishes long ones', async () => {
    const long = 'x'.repeat(5_000)
    await counters.count(rule, `${long}1`)
    expect(await counters.count(rule, `${long}2`)).toMatchObject({ used: 1 })
  })

  it('sums up current windows and removes expired ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await times(7, 'old')
    vi.advanceTimersByTime(61_000)
    await times(7, 'a')
    await times(2, 'b')
    await counters.count({ ...rule, name: 'other' }, 'a')
    expect(await counters.totals(rule)).toEqual({ requests: 9, blocked: 2, clients: 2 })
    expect(await counters.removeExpired()).toBe(1)
    expect(await counters.removeExpired()).toBe(0)
  })
})
