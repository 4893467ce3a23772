import { cleanupTime, type DailyTime, purgeTime, warningTime } from '#server/domain/time/daily.ts'
import { cleanUp } from '#server/features/cleanup/clean-up.ts'
import { warnOfExhibitionDeletions } from '#server/features/cleanup/ended-exhibitions.ts'
import { warnOfDeletion } from '#server/features/notifications/send-deletion-warning.ts'
import { remindOfTakedowns } from '#server/features/social-media/takedowns/routes.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { JobName } from '#server/ports/job-store.ts'
import { purgeAuditLog } from './purge.ts'
import { withLease } from './with-lease.ts'

const dayMs = 24 * 60 * 60_000

interface DailyRun {
  /** The due time that this run serves. */
  readonly due: Date
  /** Belongs in the run's last transaction: the run counts exactly when its work does. */
  readonly done: (tx: Transaction) => Promise<void>
}

export interface DailyJob {
  readonly name: JobName
  readonly time: DailyTime
  run(deps: Deps, run: DailyRun): Promise<void>
}

export const dailyJobs: readonly DailyJob[] = [
  {
    name: 'warning',
    time: warningTime,
    async run(deps, { due, done }) {
      // The cleanup may be overdue as well: then it runs now.
      const deletionAt = Math.max(cleanupTime.next(due).getTime(), deps.clock.now().getTime())
      await deps.database.transaction(async (tx) => {
        await warnOfDeletion(deps, tx, new Date(deletionAt))
        await warnOfExhibitionDeletions(deps, tx)
        await remindOfTakedowns(deps, tx)
        await done(tx)
      })
    },
  },
  {
    name: 'cleanup',
    time: cleanupTime,
    async run(deps, { done }) {
      await cleanUp(deps)
      await deps.database.transaction(done)
    },
  },
  {
    name: 'purge_audit_log',
    time: purgeTime,
    async run(deps, { done }) {
      await deps.database.transaction(async (tx) => {
        await purgeAuditLog(deps, tx)
        await done(tx)
      })
    },
  },
  {
    name: 'compact_ledger',
    time: purgeTime,
    async run({ database, ledger, clock }, { done }) {
      await ledger.compact(new Date(clock.now().getTime() - dayMs))
      await database.transaction(done)
    },
  },
]

/** Deletes what a cleanup that an admin has triggered did not reach in time, on whichever replica comes first. */
export async function finishCleanup(
  deps: Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'expiryClock' | 'log'>,
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<void> {
  const { database, clock } = deps
  if ((await database.serviceState.get('cleanup_requested')) === undefined) return
  await withLease(deps, { job: 'cleanup', owner }, async () => {
    const { isComplete } = await cleanUp(deps, signal)
    if (!isComplete) return
    await database.transaction(async (tx) => {
      await tx.jobs.recordRun('cleanup', clock.now().toISOString())
      await tx.serviceState.set('cleanup_requested', '')
    })
  })
}
