import { isEndedAt } from '#server/domain/exhibition.ts'
import { markEnded } from '#server/groups/mark-ended.ts'
import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

type EndDeps = Pick<Deps, 'archive' | 'database' | 'exhibitions' | 'clock' | 'log'>

const checkEveryMs = 60_000

/**
 * Does to the groups what the ends of their exhibitions demand (D85). Called every second, it asks the database only when
 * an exhibition has ended or goes on again, and once a minute: what a crash or another replica left.
 */
export function createEndJob(deps: EndDeps, { owner, signal }: { owner: string; signal: AbortSignal }) {
  const { archive, database, exhibitions, clock } = deps
  let done: string | undefined
  let checkedAt = 0
  return async () => {
    // The groups are still in `groups.json`: they are not shown, and an exhibition would seem to have none.
    if (archive.exists()) return
    const now = clock.now()
    const ended = exhibitions.all.filter((each) => isEndedAt(each, now)).map(({ id }) => id)
    if (done === ended.join() && Math.abs(now.getTime() - checkedAt) < checkEveryMs) return
    if ((await database.exhibitions.toMark(ended)).length > 0) {
      await withLease(deps, { job: 'end_exhibitions', owner }, () => markAll(deps, ended, signal))
      // Looked at once more: another replica may have the lease, and crash.
      return
    }
    done = ended.join()
    checkedAt = now.getTime()
  }
}

async function markAll(deps: EndDeps, ended: readonly number[], signal: AbortSignal): Promise<void> {
  for (const id of await deps.database.exhibitions.toMark(ended)) {
    while (!signal.aborted && (await markEnded(deps, id)));
  }
}
