import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/ports/deps.ts'
import { withLease } from './with-lease.ts'

const job = 'fill_gaps'

interface Options {
  readonly owner: string
  readonly signal: AbortSignal
  /** Milliseconds between two looks at whether another process has finished. */
  readonly pollMs: number
}

/**
 * Runs `search`, unless another process completes a search that began after this call: when many replicas start together,
 * they do not all look at every image.
 */
export async function fillGapsOnce(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  { owner, signal, pollMs }: Options,
  search: () => Promise<void>,
): Promise<void> {
  const { database, clock } = deps
  const requestedAt = clock.now().toISOString()
  const isDone = async () => !database.exclusive && ((await database.jobs.lastRun(job)) ?? '') > requestedAt
  while (!(await isDone())) {
    const startedAt = clock.now().toISOString()
    const ran = await withLease(deps, { job, owner }, async () => {
      if (await isDone()) return
      await search()
      if (!database.exclusive && !signal.aborted) await database.transaction((tx) => tx.jobs.recordRun(job, startedAt))
    })
    if (ran) return
    await sleep(pollMs, undefined, { signal })
  }
}
