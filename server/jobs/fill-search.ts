import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#server/ports/deps.ts'

/** Writes few rows at a time, so that others do not wait long. */
const batch = 50

/** Adds groups to the search that are older than its index, or came with a copy of another database. */
export async function fillSearch({ database }: Pick<Deps, 'database'>, signal: AbortSignal): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    after = await database.fillSearch(after, batch)
    await setImmediate()
  }
}
