/** How often something may happen for one key, in a window that begins with its first time. */
export interface CountingRule {
  /** Rules do not share keys. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface Count {
  /** Within the limit. */
  readonly allowed: boolean
  /** In this window, those beyond the limit included. */
  readonly used: number
  readonly remaining: number
  /** Seconds until the window ends, rounded up. */
  readonly resetSeconds: number
}

/**
 * Counters that outlive a restart and are shared by all replicas. Counting is exact under concurrency. The time is
 * that of the machine, not of the clock port.
 */
export interface Counters extends AsyncDisposable {
  /** Counts one more, or `amount`; beyond the limit too, which does not prolong the window. */
  count(rule: CountingRule, key: string, amount?: number): Promise<Count>
  /** Takes one back that was counted in the window that still runs. */
  takeBack(rule: CountingRule, key: string): Promise<void>
  /** The count so far; `allowed` says whether one more would be within the limit. */
  read(rule: CountingRule, key: string): Promise<Count>
  forget(rule: CountingRule, key: string): Promise<void>
  /** Sums over all windows that run now. */
  totals(rule: CountingRule): Promise<{ requests: number; blocked: number; clients: number }>
  /** Returns the number of windows removed. */
  removeExpired(): Promise<number>
}
