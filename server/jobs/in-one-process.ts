import type { Deps } from '#server/deps.ts'
import type { JobName } from '#server/ports/job-store.ts'

const leaseMs = 2 * 60_000
const renewEveryMs = 30_000

/**
 * Does work that only one process may do at a time, however long it takes. false when another process is at it; one
 * that has crashed is waited for no longer than two minutes.
 */
export async function inOneProcess(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  { job, owner }: { job: JobName; owner: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  if (database.exclusive) {
    await work()
    return true
  }
  const take = () => {
    const now = clock.now()
    const until = new Date(now.getTime() + leaseMs).toISOString()
    return database.transaction((tx) => tx.jobs.take(job, { owner, now: now.toISOString(), until }))
  }
  if (!(await take())) return false
  const renewal = setInterval(() => {
    take().catch((err) => log.warn({ err, job }, 'a job could not be kept'))
  }, renewEveryMs)
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await database.transaction((tx) => tx.jobs.giveBack(job, owner))
  }
  return true
}
