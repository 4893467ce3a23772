import type { Deps } from '#server/deps.ts'
import type { JobName } from '#server/ports/job-store.ts'
import { type DailyJob, dailyJobs } from './daily-jobs.ts'

/** A process that has not come back by then has crashed. What it left undone is done again, so a second one does no harm. */
const leaseMs = 10 * 60_000
const pauseAfterFailureMs = 60_000

/** Runs what is due, and only once, however many processes ask and however often. */
export type RunDueJobs = () => Promise<void>

/**
 * The daily jobs, once a day in all (D33): each time of day is served by the process that takes the job first. What was
 * due while no process ran is served at the next call, the latest time only; a job that is new has missed nothing.
 */
export function createDueJobs(deps: Deps, { owner }: { owner: string }): RunDueJobs {
  // Spares the database a question at every tick.
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
        deps.log.error({ err, job: each.job.name }, 'a daily job failed and is tried again')
      }
    }
  }
}

interface Turn {
  readonly job: DailyJob
  readonly due: Date
  readonly owner: string
}

/** false while another process serves it. */
async function serve(deps: Deps, { job, due, owner }: Turn): Promise<boolean> {
  const { database, clock, log } = deps
  const { name } = job
  const time = due.toISOString()
  const afterNow = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  const turn = await database.transaction(async (tx) => {
    const lease = { owner, now: clock.now().toISOString(), until: afterNow(leaseMs) }
    if (!(await tx.jobs.take(name, lease))) return 'taken'
    // Asked after the job was taken: whoever had it before may have served this time.
    if ((await tx.jobs.lastServed(name, time)) < time) return 'mine'
    await tx.jobs.giveBack(name, owner)
    return 'served'
  })
  if (turn !== 'mine') return turn === 'served'

  log.info({ job: name, due: time }, 'daily job starts')
  try {
    await job.run(deps, {
      due,
      async done(tx) {
        await tx.jobs.noteRun(name, clock.now().toISOString())
        await tx.jobs.noteServed(name, time)
        await tx.jobs.giveBack(name, owner)
      },
    })
    return true
  } catch (error) {
    const pauseUntil = afterNow(pauseAfterFailureMs)
    // Where this fails as well, the job is free when the lease ends.
    await database.transaction((tx) => tx.jobs.giveBack(name, owner, pauseUntil)).catch(() => undefined)
    throw error
  }
}
