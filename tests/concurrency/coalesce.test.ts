import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { coalesce } from '#server/concurrency/coalesce.ts'

describe('coalesce', () => {
  it('merges calls during a run into one next run, and loses nothing', async () => {
    const runs: number[][] = []
    const add = coalesce<number>(async (items) => {
      runs.push([...items])
      await sleep(5)
    })
    const first = add(1)
    await sleep(1)
    await Promise.all([first, add(2), add(3), add(4)])
    await add(5)
    expect(runs).toEqual([[1], [2, 3, 4], [5]])
  })

  it('fails only the items of the failed run', async () => {
    const add = coalesce<string>(async (items) => {
      await sleep(1)
      if (items.includes('bad')) throw new Error('no')
    })
    const bad = add('bad')
    bad.catch(() => undefined)
    await sleep(0)
    await expect(Promise.allSettled([bad, add('good')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled' },
    ])
  })
})
