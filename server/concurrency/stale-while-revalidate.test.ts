import { describe, expect, it } from 'vitest'
import { type StoredCount, staleWhileRevalidate } from './stale-while-revalidate.ts'

describe('staleWhileRevalidate', () => {
  /** A count that takes the given time. */
  function counting(takes: number, isLarge = true, stored?: StoredCount) {
    const state = { time: 0, takes, version: 1, counted: 0, finish: Promise.resolve() }
    const cachedCount = staleWhileRevalidate({
      async count() {
        const found = ++state.counted
        state.time += state.takes
        await state.finish
        return found
      },
      version: () => String(state.version),
      isLarge: () => isLarge,
      now: () => new Date(state.time),
      elapsedMs: () => state.time,
      ...(stored && { stored }),
    })
    return { state, cachedCount }
  }

  it('counts once while nothing changes, and after each change where that is quick', async () => {
    const { state, cachedCount } = counting(10)
    expect([(await cachedCount()).value, (await cachedCount()).value]).toEqual([1, 1])
    state.version++
    expect((await cachedCount()).value).toBe(2)
  })

  it('returns the last slow count with its time, and counts again in the background', async () => {
    const { state, cachedCount } = counting(1_000)
    expect(await cachedCount()).toEqual({ value: 1, countedAt: null })
    state.version++
    expect(await cachedCount()).toEqual({ value: 1, countedAt: new Date(0).toISOString() })
    expect(state.counted).toBe(1)
    state.time += 20_000
    expect((await cachedCount()).value).toBe(1)
    await expect.poll(async () => (await cachedCount()).value).toBe(2)
  })

  it('is repeated after its own share of the time', async () => {
    let time = 0
    let counted = 0
    const cachedCount = staleWhileRevalidate({
      count: async () => {
        time += 1_000
        return ++counted
      },
      version: () => String(time),
      isLarge: () => true,
      now: () => new Date(time),
      elapsedMs: () => time,
      share: 100,
    })
    await cachedCount()
    time += 99_999
    await cachedCount()
    expect(counted).toBe(1)
    time += 1
    await expect.poll(async () => (await cachedCount()).value).toBe(2)
  })

  it('is exact on a slow machine where there is little to count', async () => {
    const { state, cachedCount } = counting(1_000, false)
    await cachedCount()
    state.version++
    expect(await cachedCount()).toEqual({ value: 2, countedAt: null })
  })

  it('is not that of a count that began before the change', async () => {
    const { state, cachedCount } = counting(10, false)
    const { promise, resolve } = Promise.withResolvers<void>()
    state.finish = promise
    const before = cachedCount()
    await expect.poll(() => state.counted).toBe(1)
    state.version++
    const after = cachedCount()
    resolve()
    expect([(await before).value, (await after).value, state.counted]).toEqual([2, 2, 2])
  })

  /** What two processes share, one after the other. */
  function place() {
    let text: string | undefined
    return {
      read: async () => text,
      async write(written: string) {
        text = written
      },
    }
  }

  it('returns the count of the process before, and counts in the background', async () => {
    const stored = place()
    expect(await counting(1_000, true, stored).cachedCount()).toEqual({ value: 1, countedAt: null })
    const { state, cachedCount } = counting(1_000, true, stored)
    expect(await cachedCount()).toEqual({ value: 1, countedAt: null })
    state.version++
    state.counted = 6
    expect(await cachedCount()).toEqual({ value: 1, countedAt: new Date(0).toISOString() })
    await expect.poll(async () => (await cachedCount()).value).toBe(7)
  })

  it.each([
    ['was quick', 10, true],
    ['is of few rows', 1_000, false],
  ])('stores no count that %s', async (_, takes, isLarge) => {
    const stored = place()
    await counting(takes, isLarge, stored).cachedCount()
    expect(await stored.read()).toBeUndefined()
  })
})
