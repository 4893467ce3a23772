import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

/**
 * Before the first request: where no other process writes, all planned removals are of processes that have ended, and
 * the next sweep removes their files whatever the clock says.
 */
export async function adoptFileRemovals({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> {
  if (!database.exclusive || (await database.fileRemovals.planned(1)).length === 0) return
  try {
    await database.transaction((tx) => tx.fileRemovals.claimAll())
  } catch (err) {
    log.warn({ err }, 'files of earlier processes are removed when their time comes')
  }
}

/** Runs `removeFiles` in one process at a time, so that no removal is sent twice. Acquires the lease only when something is due. */
export async function sweepFiles(
  deps: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  { owner }: { owner: string },
): Promise<void> {
  if ((await deps.database.fileRemovals.due(1)).length === 0) return
  await withLease(deps, { job: 'remove_files', owner }, () => removeFiles(deps))
}

const batch = 200

/**
 * Removes the files of deleted rows and those of uploads that never became rows. Each is claimed first: an upload that
 * still wanted it fails instead of losing it. Returns how many it removed.
 */
export async function removeFiles({ database, files, log }: Pick<Deps, 'database' | 'files' | 'log'>): Promise<number> {
  let removed = 0
  for (;;) {
    const names = await database.transaction((tx) => tx.fileRemovals.claim(batch))
    if (names.length === 0) return removed
    const removals = await Promise.allSettled(names.map(({ kind, name }) => files.remove(kind, name)))
    await database.completeFileRemovals(names.filter((_, index) => removals[index]?.status === 'fulfilled'))
    for (const each of removals) if (each.status === 'rejected') throw each.reason
    removed += names.length
    log.info({ removed: names.length }, 'removed files that no image needs')
  }
}
