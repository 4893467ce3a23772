import { ApiError } from '#web/api/api-error.ts'

interface Delivery {
  readonly pauses: Pauses
  /** Called before each wait. */
  readonly failed?: () => void
  /** A limit ends it: nothing is under way yet. */
  readonly endsAtLimits?: true
}

/** Repeats `attempt` with growing delays until it works or a repeat cannot help. `attempt` calls `moved` when it gets on. */
export const deliver = async <T>(
  { pauses, failed, endsAtLimits }: Delivery,
  attempt: (moved: () => void) => Promise<T>,
): Promise<T> => {
  let failures = 0
  for (;;) {
    try {
      return await attempt(() => {
        failures = 0
      })
    } catch (error) {
      const delay = retryDelay(error, failures)
      const limited = error instanceof ApiError && error.status === 429
      if (delay === undefined || (limited && endsAtLimits)) throw error
      failed?.()
      failures += 1
      await pauses.wait(delay, limited)
    }
  }
}

const delays = [1, 2, 4, 8, 16, 30]

/** Seconds until the next attempt, by the number of failures in a row; undefined if another attempt cannot help. */
const retryDelay = (error: unknown, failures: number): number | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { code, status, retryAfter = 0 } = error
  const delay = delays[Math.min(failures, delays.length - 1)] ?? 0
  if (status === 429) return Math.max(delay, retryAfter)
  const passing = code === 'NETWORK' || code === 'RANGE_NOT_SATISFIABLE' || [408, 502, 503, 504].includes(status)
  return passing ? Math.max(delay, Math.min(retryAfter, 60)) : undefined
}

/** A wait for the next attempt. */
interface Pause {
  /** Milliseconds since 1970; undefined while the device is offline. */
  readonly until: number | undefined
  /** It waits for a limit, not for the connection. */
  readonly limited: boolean
}

export interface Pauses {
  /** Those that wait now. */
  readonly all: readonly Pause[]
  /** Waits that many seconds, or until the device is back online or in use again, or `end` is called. */
  wait(seconds: number, limited: boolean): Promise<void>
  /** Ends all of them. */
  end(): void
}

/** `changed` is called when one begins, changes or ends. All fail when `signal` aborts. */
export const createPauses = (signal: AbortSignal, changed: () => void): Pauses => {
  const waiting = new Map<() => void, Pause>()
  const end = () => {
    for (const resume of [...waiting.keys()]) resume()
  }
  const wait = (seconds: number, limited: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      let timer = 0
      const settled = new AbortController()
      const settle = (how: () => void) => {
        clearTimeout(timer)
        settled.abort()
        waiting.delete(resume)
        how()
        changed()
      }
      const resume = () => settle(resolve)
      const start = (online: boolean) => {
        clearTimeout(timer)
        if (online) timer = window.setTimeout(resume, seconds * 1_000)
        waiting.set(resume, { until: online ? Date.now() + seconds * 1_000 : undefined, limited })
        changed()
      }
      // A phone that was locked has stopped its timers.
      const visible = () => !document.hidden && !limited && navigator.onLine && resume()
      signal.addEventListener('abort', () => settle(() => reject(signal.reason)), settled)
      window.addEventListener('online', () => (limited ? start(true) : resume()), settled)
      window.addEventListener('offline', () => start(false), settled)
      document.addEventListener('visibilitychange', visible, settled)
      start(navigator.onLine)
    })
  return {
    get all() {
      return [...waiting.values()]
    },
    wait,
    end,
  }
}
