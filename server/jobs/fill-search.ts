import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'

/** Writes as many rows as others can wait for. */
const batch = 50

/** Adds the groups to the search that were there before it had an index, or came with all the rows of another database. */
export async function fillSearch({ database }: Pick<Deps, 'database'>, signal: AbortSignal): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    after = await database.fillSearch(after, batch)
    await setImmediate()
  }
}
