import type { Deps } from '#server/deps.ts'

const batch = 200
/** Any time a planned removal can have: at the start of a process that works alone nothing is still in use. */
const endOfTime = '9999'

/**
 * Removes the files of deleted rows and those of uploads that never became rows. `leftovers` takes up at once what an
 * earlier process had planned for later. Answers how many were removed.
 */
export async function removeFiles(
  { storage, files, clock, log }: Pick<Deps, 'storage' | 'files' | 'clock' | 'log'>,
  { leftovers = false } = {},
): Promise<number> {
  const due = leftovers && storage.exclusive ? endOfTime : clock.now().toISOString()
  let removed = 0
  for (;;) {
    const names = await storage.dueFileRemovals(due, batch)
    if (names.length === 0) return removed
    for (const { kind, name } of names) await files.remove(kind, name)
    await storage.transaction((tx) => tx.fileRemovals.cancel(names))
    removed += names.length
    log.info({ removed: names.length }, 'removed files that no image needs')
  }
}
