/**
 * Hands all items that are asked for while a run is under way to the next run: under load many share the price of one
 * flush to the disk. The promise of an item settles with its run.
 */
export function coalesce<T>(run: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()

  async function start(): Promise<void> {
    await current.catch(() => undefined)
    const items = waiting
    waiting = []
    next = undefined
    current = run(items)
    await current
  }
  return (item) => {
    waiting.push(item)
    next ??= start()
    return next
  }
}
