import type { Deps } from '#server/ports/deps.ts'
import { removeFiles } from './remove-files.ts'
import { withLease } from './with-lease.ts'

/** Runs `removeFiles` in one process at a time, so that no removal is sent twice. Acquires the lease only when something is due. */
export async function sweepFiles(
  deps: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  { owner }: { owner: string },
): Promise<void> {
  if ((await deps.database.fileRemovals.due(1)).length === 0) return
  await withLease(deps, { job: 'remove_files', owner }, () => removeFiles(deps))
}
