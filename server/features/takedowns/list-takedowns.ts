import { setImmediate } from 'node:timers/promises'
import type * as contract from '#contract/takedowns.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { TakedownFilter } from '#server/ports/takedown-store.ts'
import { presentTakedown } from './present-takedown.ts'

/** All takedowns in parts, newest first. Other requests run between two parts. */
export async function* listTakedowns(
  { database }: Pick<Deps, 'database'>,
  filter: Pick<TakedownFilter, 'done'>,
): AsyncGenerator<contract.Takedown[]> {
  for await (const part of database.takedowns.walk(filter)) {
    if (part.length > 0) yield part.map(presentTakedown)
    // An embedded database answers without yielding.
    await setImmediate()
  }
}
