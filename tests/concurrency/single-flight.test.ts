import { describe, expect, it } from 'vitest'
import { singleFlight } from '#server/concurrency/single-flight.ts'

describe('singleFlight', () => {
  it('returns the result of a run to all calls during it, and then starts another', async () => {
    let runs = 0
    const flight = singleFlight(async () => ++runs)
    expect(await Promise.all([flight(), flight()])).toEqual([1, 1])
    expect(await flight()).toBe(2)
  })

  it('starts another run after one that failed', async () => {
    let fails = true
    const flight = singleFlight(async () => {
      if (fails) throw new Error('out of reach')
    })
    await expect(flight()).rejects.toThrow('out of reach')
    fails = false
    await expect(flight()).resolves.toBeUndefined()
  })
})
