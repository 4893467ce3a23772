export type MemoryGate = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/**
 * Lets work begin, in the order in which it comes, as long as the memory of all of it stays below a limit. What needs
 * more than the limit runs alone; what needs none does not wait.
 */
export function createMemoryGate(limit: number): MemoryGate {
  const waiting: { readonly bytes: number; readonly begin: () => void }[] = []
  let used = 0

  function admit(): void {
    for (let next = waiting[0]; next && (used === 0 || used + next.bytes <= limit); next = waiting[0]) {
      waiting.shift()
      used += next.bytes
      next.begin()
    }
  }

  return async (bytes, work) => {
    if (bytes === 0) return work()
    await new Promise<void>((begin) => {
      waiting.push({ bytes, begin })
      admit()
    })
    try {
      return await work()
    } finally {
      used -= bytes
      admit()
    }
  }
}
