import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { deleteNeverApproved } from './delete-never-approved.ts'

/** Runs the cleanup now. It is the last run (D32), and the daily one still comes. For admins only. */
export async function triggerCleanup(
  deps: Pick<Deps, 'config' | 'database' | 'files' | 'clock' | 'log'>,
  _by: Admin,
): Promise<{ deletedGroups: number }> {
  const deletedGroups = await deleteNeverApproved(deps)
  const at = deps.clock.now().toISOString()
  await deps.database.transaction((tx) => tx.jobs.noteRun('cleanup', at))
  return { deletedGroups }
}
