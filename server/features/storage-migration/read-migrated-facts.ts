import { once } from 'node:events'
import type { FactsDeps } from '#server/groups/receiving/read-image-facts.ts'
import { readMissingFacts } from './read-missing-facts.ts'

/** The first request waits for the facts, but not as long as proxies do: the background job reads the rest. */
const factsMs = 20_000

/** Reads size, dates and camera of migrated images (D63). Their rows are committed: a failure here does not fail the migration. */
export async function readMigratedFacts(deps: FactsDeps): Promise<void> {
  const timeout = AbortSignal.timeout(factsMs)
  const stopped = new AbortController()
  const reading = readMissingFacts(deps, timeout).catch((err: unknown) => {
    deps.log.warn({ err }, 'the facts of migrated images are read later')
  })
  await Promise.race([reading, once(timeout, 'abort', { signal: stopped.signal }).catch(() => undefined)])
  stopped.abort()
}
