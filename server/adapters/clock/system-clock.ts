import type { Clock } from '#server/ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Never ahead of the time that has passed since the start: where this machine's clock is set forward, nothing ends early. */
export function createExpiryClock(): Clock {
  const zero = Date.now() - performance.now()
  return { now: () => new Date(Math.min(Date.now(), zero + performance.now())) }
}
