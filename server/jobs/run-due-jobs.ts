import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { JobName } from '#server/ports/job-store.ts'
import { type DailyJob, dailyJobs } from './daily-jobs.ts'

/** After this time the process counts as crashed, and another one repeats its work. */
const leaseMs = 10 * 60_000
const pauseAfterFailureMs = 60_000

/**
 * Returns a function that runs the daily jobs that are due, once a day across all processes (D33): the first one to acquire
 * a job's lease serves its time. After a time without any only the latest due time is served; a new job has missed nothing.
 */
export function createDueJobs(deps: Deps, { owner }: { owner: string }): () => Promise<void> {
  // Saves a query at every tick.
  const served = new Map<JobName, number>()

  return async () => {
    const now = deps.clock.now()
    const due = dailyJobs
      .map((job) => ({ job, due: job.time.latest(now) }))
      .filter(({ job, due }) => served.get(job.name) !== due.getTime())
      .sort((a, b) => a.due.getTime() - b.due.getTime())
    for (const each of due) {
      try {
        if (await serve(deps, { ...each, owner })) served.set(each.job.name, each.due.getTime())
      } catch (err) {
        deps.metrics.jobFailed(each.job.name)
        deps.log.error({ err, job: each.job.name }, 'a daily job failed and will be retried')
      }
    }
  }
}

/** Returns false while another process serves it. */
async function serve(deps: Deps, { job, due, owner }: { job: DailyJob; due: Date; owner: string }): Promise<boolean> {
  const { database, clock, log } = deps
  const { name } = job
  const time = due.toISOString()
  const afterNow = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  const acquire = async (tx: Transaction) => {
    const lease = { owner, now: clock.now().toISOString(), until: afterNow(leaseMs) }
    if (!(await tx.jobs.acquireLease(name, lease))) return 'leased'
    // Read with the lease held: its previous holder may have served this time.
    if ((await tx.jobs.lastServed(name, time)) < time) return 'due'
    await tx.jobs.releaseLease(name, owner)
    return 'served'
  }
  const state = await database.transaction(acquire)
  if (state !== 'due') return state === 'served'

  log.info({ job: name, due: time }, 'daily job starts')
  try {
    await job.before?.(deps)
    return await database.transaction(async (tx) => {
      // Another process may have taken over meanwhile.
      const stateNow = await acquire(tx)
      if (stateNow !== 'due') return stateNow === 'served'
      await job.within?.(deps, tx, due)
      await tx.jobs.recordRun(name, clock.now().toISOString())
      await tx.jobs.recordServed(name, time)
      await tx.jobs.releaseLease(name, owner)
      return true
    })
  } catch (error) {
    const pauseUntil = afterNow(pauseAfterFailureMs)
    // If this fails as well, the lease expires.
    await database.transaction((tx) => tx.jobs.releaseLease(name, owner, pauseUntil)).catch(() => undefined)
    throw error
  }
}

const minuteMs = 60_000

/**
 * Calls `tick` at the beginning of every minute: daily times are full hours, and failed jobs, or those of a crashed
 * process, are retried. The tick finds out what is due.
 */
export function startSchedule({ clock }: Pick<Deps, 'clock'>, tick: () => void): Disposable {
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(
      () => {
        tick()
        wait()
      },
      minuteMs - (clock.now().getTime() % minuteMs),
    )
  }
  wait()
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
