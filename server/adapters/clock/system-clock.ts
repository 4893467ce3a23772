import type { Clock } from '#server/ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Never ahead of the time that has passed since the start: where this machine's clock is set forward, nothing ends early. */
export function createExpiryClock(clock: Clock = systemClock, elapsedMs = () => performance.now()): Clock {
  const zero = clock.now().getTime() - elapsedMs()
  return { now: () => new Date(Math.min(clock.now().getTime(), zero + elapsedMs())) }
}
