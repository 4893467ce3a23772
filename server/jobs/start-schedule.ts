import { Cron } from 'croner'
import { timeZone } from '#server/domain/year.ts'
import { dailyJobs } from './daily-jobs.ts'

/** What failed, or was another process's that crashed, is tried again. */
const retryEveryMs = 60_000

/** Calls `tick` at every daily time, and regularly: what is due then is for the tick to find out. */
export function startSchedule(tick: () => void): Disposable {
  const timers = dailyJobs.map(({ time }) => new Cron(`0 ${time.hour} * * *`, { timezone: timeZone }, tick))
  const retry = setInterval(tick, retryEveryMs)
  return {
    [Symbol.dispose]() {
      for (const timer of timers) timer.stop()
      clearInterval(retry)
    },
  }
}
