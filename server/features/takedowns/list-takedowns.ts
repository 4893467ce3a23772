import { setImmediate } from 'node:timers/promises'
import type * as contract from '#contract/takedowns.ts'
import type { Deps } from '#server/deps.ts'
import { newestFirst } from '#server/domain/takedown-order.ts'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'
import { presentTakedown } from './present-takedown.ts'

const partSize = 200

/** All takedowns in parts, newest first. Other requests run between two parts. */
export async function* listTakedowns(
  { database }: Pick<Deps, 'database'>,
  filter: Pick<TakedownFilter, 'done'>,
): AsyncGenerator<contract.Takedown[]> {
  const found: Takedown[] = []
  for await (const part of database.takedowns.walk(filter)) {
    found.push(...part)
    // An embedded database answers without yielding.
    await setImmediate()
  }
  found.sort(newestFirst)
  for (let start = 0; start < found.length; start += partSize) {
    yield found.slice(start, start + partSize).map(presentTakedown)
    await setImmediate()
  }
}
