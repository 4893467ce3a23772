import type { Deps } from '#server/deps.ts'
import { ownedUntil } from '#server/domain/file-ownership.ts'

const batch = 200

/**
 * Removes the files of deleted rows and those of uploads that never became rows. `startedAt`, when this process began
 * to take requests, also takes up what an earlier process has left, where no other one can be at work on it. Answers
 * how many were removed.
 */
export async function removeFiles(
  { database, files, clock, log }: Pick<Deps, 'database' | 'files' | 'clock' | 'log'>,
  { startedAt }: { startedAt?: Date } = {},
): Promise<number> {
  const due = startedAt && database.exclusive ? ownedUntil(startedAt) : clock.now().toISOString()
  let removed = 0
  for (;;) {
    const names = await database.dueFileRemovals(due, batch)
    if (names.length === 0) return removed
    for (const { kind, name } of names) await files.remove(kind, name)
    await database.transaction((tx) => tx.fileRemovals.cancel(names))
    removed += names.length
    log.info({ removed: names.length }, 'removed files that no image needs')
  }
}
