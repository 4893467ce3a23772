import { expect, it } from 'vitest'
import { prove } from './crash.ts'

it('loses nothing and brings nothing back when killed at random moments', { timeout: 180_000 }, async () => {
  const lines = await prove({ seed: 1, runs: 5, seconds: 20, on: 'machine' })
  expect(lines.flatMap(({ found }) => found)).toEqual([])
  expect(lines.at(-1)?.attempts).toBeGreaterThan(0)
})
