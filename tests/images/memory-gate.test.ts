import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryGate } from '#server/adapters/images/memory-gate.ts'

describe('createMemoryGate', () => {
  it('admits in order what fits, alone what is larger than the limit, and at once what needs nothing', async () => {
    const gate = createMemoryGate(100)
    const running = new Set<string>()
    const ends = new Map<string, () => void>()
    const start = (name: string, bytes: number) =>
      gate(bytes, async () => {
        running.add(name)
        await new Promise<void>((end) => ends.set(name, end))
        running.delete(name)
      })
    const end = async (name: string) => {
      ends.get(name)?.()
      await turn()
    }
    const all = [start('a', 60), start('b', 40), start('c', 500), start('d', 10), start('e', 0)]
    await turn()
    expect([...running].sort()).toEqual(['a', 'b', 'e'])
    await end('a')
    expect([...running].sort()).toEqual(['b', 'e'])
    await end('b')
    expect([...running].sort()).toEqual(['c', 'e'])
    await end('c')
    expect([...running].sort()).toEqual(['d', 'e'])
    await end('d')
    await end('e')
    await Promise.all(all)
  })

  it('goes on after a failure', async () => {
    const gate = createMemoryGate(100)
    await expect(gate(100, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(gate(100, async () => 'done')).resolves.toBe('done')
  })
})
