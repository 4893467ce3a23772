import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { inOneProcess } from './in-one-process.ts'

const job = 'fill_gaps'

interface Turn {
  readonly owner: string
  readonly signal: AbortSignal
  /** Milliseconds until it is looked again whether another process is done. */
  readonly againMs: number
}

/**
 * Searches for gaps, one process at a time, unless another one has made a whole search that began later than this call:
 * where many start at once not each of them looks at every image.
 */
export async function fillInTurn(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  { owner, signal, againMs }: Turn,
  search: () => Promise<void>,
): Promise<void> {
  const { database, clock } = deps
  const wanted = clock.now().toISOString()
  const isDone = async () => !database.exclusive && ((await database.jobs.lastRun(job)) ?? '') > wanted
  while (!(await isDone())) {
    const began = clock.now().toISOString()
    const mine = await inOneProcess(deps, { job, owner }, async () => {
      if (await isDone()) return
      await search()
      if (!database.exclusive && !signal.aborted) await database.transaction((tx) => tx.jobs.noteRun(job, began))
    })
    if (mine) return
    await sleep(againMs, undefined, { signal })
  }
}
