import type { Deps } from '#server/ports/deps.ts'
import type { JobName } from '#server/ports/job-store.ts'

const leaseMs = 2 * 60_000
const renewEveryMs = 30_000

/**
 * Runs work of which one process at a time may run one, however long it takes. Returns false while another process has
 * the lease; the lease of a crashed process expires after two minutes.
 */
export async function withLease(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  { job, owner }: { job: JobName; owner: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  if (database.exclusive) {
    await work()
    return true
  }
  const acquire = () => {
    const now = clock.now()
    const until = new Date(now.getTime() + leaseMs).toISOString()
    return database.transaction((tx) => tx.jobs.acquireLease(job, { owner, now: now.toISOString(), until }))
  }
  if (!(await acquire())) return false
  let renewed: Promise<unknown> = Promise.resolve()
  const renewal = setInterval(() => {
    renewed = acquire().catch((err) => log.warn({ err, job }, 'could not renew the lease of a job'))
  }, renewEveryMs)
  try {
    await work()
  } finally {
    clearInterval(renewal)
    // One that ended after the release would take the lease again.
    await renewed
    await database.transaction((tx) => tx.jobs.releaseLease(job, owner))
  }
  return true
}
