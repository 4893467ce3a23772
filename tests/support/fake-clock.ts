import type { Clock } from '#server/ports/clock.ts'

export interface FakeClock extends Clock {
  /** ISO 8601. */
  set(time: string): void
  advance(ms: number): void
}

/** A clock that stops until the test moves it. */
export function fakeClock(start: string): FakeClock {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    set(time) {
      now = Date.parse(time)
    },
    advance(ms) {
      now += ms
    },
  }
}
