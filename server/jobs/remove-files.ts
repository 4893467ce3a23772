import type { Deps } from '#server/ports/deps.ts'

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
    for (const { kind, name } of names) await files.remove(kind, name)
    await database.completeFileRemovals(names)
    removed += names.length
    log.info({ removed: names.length }, 'removed files that no image needs')
  }
}
