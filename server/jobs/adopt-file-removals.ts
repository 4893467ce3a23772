import type { Deps } from '#server/ports/deps.ts'

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
