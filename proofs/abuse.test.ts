import { expect, it } from 'vitest'
import { prove } from './abuse.ts'

it('withstands a little of everything that the long form tries', { timeout: 180_000 }, async () => {
  const lines = await prove({ seed: 1, runs: undefined, seconds: 0.6, on: 'machine' })
  expect(lines.flatMap(({ what, found }) => found.map((each) => `${what}: ${each}`))).toEqual([])
  expect(lines.filter(({ attempts }) => attempts === 0)).toEqual([])
})
