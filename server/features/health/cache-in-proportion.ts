/** A read waits this many times its own duration before it is repeated. */
const share = 1_000

/**
 * Repeats a slow read less often, so that it takes at most a thousandth of the time. In between, and while it runs, the
 * last result is returned. `now` is a time in milliseconds that only grows.
 */
export function cacheInProportion<T>(
  ask: () => Promise<T>,
  { atMostEveryMs, now = () => performance.now() }: { atMostEveryMs: number; now?: () => number },
): () => Promise<T> {
  let answer: Promise<T> | undefined
  let next = 0

  return async () => {
    if (answer !== undefined && now() < next) return answer
    next = Number.POSITIVE_INFINITY
    const before = answer
    const began = now()
    const asked = ask()
    answer ??= asked
    try {
      await asked
      answer = asked
      next = now() + Math.max(atMostEveryMs, (now() - began) * share)
    } catch (error) {
      answer = before
      next = 0
      throw error
    }
    return asked
  }
}
