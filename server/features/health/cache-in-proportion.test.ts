import { describe, expect, it } from 'vitest'
import { cacheInProportion } from './cache-in-proportion.ts'

describe('cacheInProportion', () => {
  /** A query that takes the given time. */
  function question() {
    const state = { time: 0, takes: 10, asked: 0, fails: false }
    const ask = cacheInProportion(
      async () => {
        state.asked++
        state.time += state.takes
        if (state.fails) throw new Error('no answer')
        return state.asked
      },
      { atMostEveryMs: 15_000, now: () => state.time },
    )
    return { state, ask }
  }

  it('asks again after a thousand times as long as the answer took', async () => {
    const { state, ask } = question()
    state.takes = 100
    expect([await ask(), await ask()]).toEqual([1, 1])
    state.time += 99_000
    expect(await ask()).toBe(1)
    state.time += 1_000
    expect(await ask()).toBe(2)
  })

  it('asks at most so often, however quick the answer', async () => {
    const { state, ask } = question()
    state.takes = 0
    await ask()
    state.time += 14_999
    expect(await ask()).toBe(1)
    state.time += 1
    expect(await ask()).toBe(2)
  })

  it('asks again at once after a failure', async () => {
    const { state, ask } = question()
    state.fails = true
    await expect(ask()).rejects.toThrow('no answer')
    state.fails = false
    expect(await ask()).toBe(2)
  })
})
