import type { Logger } from 'pino'
import type { Clock } from '#server/ports/clock.ts'
import type { Engine } from './engine.ts'

const readEveryMs = 30_000
const noticeableMs = 60_000

/**
 * The time of the database's server, for processes that share it: each follows it by its own stopwatch, so a machine whose
 * clock is wrong or jumps neither takes over the jobs of another one nor deletes what is not due (D33). While the database
 * cannot be reached the stopwatch runs on.
 */
export async function openSharedClock(
  readTime: NonNullable<Engine['readTime']>,
  log: Pick<Logger, 'warn'>,
): Promise<Clock & Disposable> {
  /** The database's time at the zero of the stopwatch. */
  let zero = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const sent = performance.now()
    const time = await readTime()
    const received = performance.now()
    const found = time - (sent + received) / 2
    // Within the duration of the query both may be right: the clock is not changed, so that it does not jitter.
    if (Math.abs(found - zero) > received - sent) zero = found
  }

  await read()
  const ahead = Date.now() - (zero + performance.now())
  if (Math.abs(ahead) > noticeableMs) {
    const aheadSeconds = Math.round(ahead / 1_000)
    log.warn({ aheadSeconds }, 'the clock of this machine differs from that of the database, which the service uses')
  }
  const timer = setInterval(() => read().catch(() => undefined), readEveryMs).unref()
  return {
    now: () => new Date(zero + performance.now()),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
