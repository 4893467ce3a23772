import type { Deps } from '#server/deps.ts'
import { removeFiles } from './remove-files.ts'
import { withLease } from './with-lease.ts'

/** `removeFiles` by one process at a time: many would each send every removal. Asks for the turn only where something is due. */
export async function sweepFiles(
  deps: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  { owner, startedAt }: { owner: string; startedAt?: Date },
): Promise<void> {
  if (deps.database.exclusive) {
    await removeFiles(deps, { ...(startedAt && { startedAt }) })
    return
  }
  if ((await deps.database.dueFileRemovals(deps.clock.now().toISOString(), 1)).length === 0) return
  await withLease(deps, { job: 'remove_files', owner }, () => removeFiles(deps))
}
