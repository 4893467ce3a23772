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

export interface DailyJob {
  readonly name: JobName
  readonly time: DailyTime
  before?(deps: Deps): Promise<unknown>
  /** Belongs in the transaction that records the run: the run counts exactly when its work does. */
  within?(deps: Deps, tx: Transaction, due: Date): Promise<unknown>
}

export const dailyJobs: readonly DailyJob[] = [
  {
    name: 'warning',
    time: warningTime,
    async within(deps, tx, due) {
      // The cleanup may be overdue as well: then it runs now.
      const deletionAt = Math.max(cleanupTime.next(due).getTime(), deps.clock.now().getTime())
      await warnOfDeletion(deps, tx, new Date(deletionAt))
      await warnOfExhibitionDeletions(deps, tx)
      await remindOfTakedowns(deps, tx)
    },
  },
  { name: 'cleanup', time: cleanupTime, before: (deps) => cleanUp(deps) },
  { name: 'purge_audit_log', time: purgeTime, within: purgeAuditLog },
  {
    name: 'compact_ledger',
    time: purgeTime,
    before: ({ ledger, clock }) => ledger.compact(new Date(clock.now().getTime() - dayMs)),
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
