import { expect, it } from 'vitest'
import { prove } from './load.ts'

it('serves visitors, moderators and screens at once without an error', { timeout: 120_000 }, async () => {
  const lines = await prove({ seed: 1, runs: undefined, seconds: 3, on: 'machine' })
  expect(lines.flatMap(({ what, found }) => found.map((each) => `${what}: ${each}`))).toEqual([])
  expect(lines.find(({ what }) => what.startsWith('upload'))?.attempts).toBeGreaterThan(0)
})
