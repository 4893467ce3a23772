/**
 * Returns a function that runs `run` on its item. Items that arrive while a run is under way share the next run, which
 * begins when this one has ended: no call gets the result of a run that began before it. The promise of an item settles
 * with its run.
 */
export function coalesce<T = void, R = void>(run: (items: readonly T[]) => Promise<R>): (item: T) => Promise<R> {
  let waiting: T[] = []
  let next: Promise<R> | undefined
  let current: Promise<unknown> = Promise.resolve()

  async function start(): Promise<R> {
    await current.catch(() => undefined)
    const items = waiting
    waiting = []
    next = undefined
    const result = run(items)
    current = result
    return result
  }
  return (item) => {
    waiting.push(item)
    next ??= start()
    return next
  }
}
