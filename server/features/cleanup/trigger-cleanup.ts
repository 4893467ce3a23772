import type { Admin } from '#server/domain/caller.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type CleanupResult, cleanUp } from './clean-up.ts'

/** A proxy waits a minute, a person less than that. */
const answerWithinMs = 4_000

/**
 * Runs the cleanup now. It is the last run (D32), and the daily one still comes. What does not fit into a few seconds is
 * left to the job that finishes a requested cleanup. For admins only.
 */
export async function triggerCleanup(
  deps: Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'log'>,
  _by: Admin,
): Promise<CleanupResult> {
  const result = await cleanUp(deps, AbortSignal.timeout(answerWithinMs))
  const at = deps.clock.now().toISOString()
  await deps.database.transaction(async (tx) => {
    await tx.jobs.recordRun('cleanup', at)
    if (!result.isComplete) await tx.serviceState.set('cleanup_requested', at)
  })
  return result
}
