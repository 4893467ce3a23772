import { setTimeout as sleep } from 'node:timers/promises'

/** A rollback waits no longer for requests that are under way: a slow client must not hold it up for ever. */
const endMs = 10_000

/** Calls `listener` when the request ends. */
export type OnEnd = (listener: () => void) => void

/** Runs one piece of work after the other. */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** The requests that work with groups, as a rollback sees them. */
export function createReadWriteLock() {
  let running = 0
  let quiet: (() => void) | undefined
  let held: Promise<unknown> | undefined

  const leave = () => {
    running--
    if (running === 0) quiet?.()
  }
  async function untilQuiet(): Promise<void> {
    if (running === 0) return
    const given = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    quiet = resolve
    await Promise.race([promise, sleep(endMs, undefined, { signal: given.signal }).catch(() => undefined)])
    given.abort()
  }
  return {
    /** Ends, without a failure, when requests may enter. */
    get held() {
      return held
    },
    enter(onEnd: OnEnd | undefined) {
      if (onEnd === undefined) return
      running++
      onEnd(leave)
    },
    /** Runs `work` when no request is under way, and lets none enter until it has ended. */
    async hold<T>(work: () => Promise<T>): Promise<T> {
      while (held) await held
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      try {
        await untilQuiet()
        return await work()
      } finally {
        held = undefined
        resolve()
      }
    },
  }
}
