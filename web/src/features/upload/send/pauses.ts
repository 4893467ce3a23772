/** A wait for the next attempt. */
export interface Pause {
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
