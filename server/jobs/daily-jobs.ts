import type { Deps } from '#server/deps.ts'
import { cleanupTime, type DailyTime, purgeTime, warningTime } from '#server/domain/daily.ts'
import { deleteNeverApproved } from '#server/features/cleanup/delete-never-approved.ts'
import { warnOfDeletion } from '#server/features/notifications/send-deletion-warning.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { JobName } from '#server/ports/job-store.ts'
import { purgeAuditLog } from './purge-audit-log.ts'

export interface DailyRun {
  /** The time of day that is served. */
  readonly due: Date
  /** Part of the last transaction of the run: what was done is then done once. */
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
      // Caught up after the cleanup was due as well: that one runs now.
      const deletionAt = Math.max(cleanupTime.next(due).getTime(), deps.clock.now().getTime())
      await deps.database.transaction(async (tx) => {
        await warnOfDeletion(deps, tx, new Date(deletionAt))
        await done(tx)
      })
    },
  },
  {
    name: 'cleanup',
    time: cleanupTime,
    async run(deps, { done }) {
      await deleteNeverApproved(deps)
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
]
