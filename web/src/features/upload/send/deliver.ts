import { ApiError } from '#web/api/api-error.ts'
import type { Pauses } from './pauses.ts'
import { retryDelay } from './retry-delay.ts'

interface Delivery {
  readonly pauses: Pauses
  /** Called before each wait. */
  readonly failed?: () => Promise<void>
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
      await failed?.()
      failures += 1
      await pauses.wait(delay, limited)
    }
  }
}
