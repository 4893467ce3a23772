import { cleanUp } from '#server/features/cleanup/clean-up.ts'
import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

/** Deletes what a cleanup that an admin has triggered did not reach in time, on whichever replica comes first. */
export async function finishCleanup(
  deps: Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'log'>,
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
