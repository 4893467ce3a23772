import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import { within } from '#server/concurrency/within.ts'
import { type FactsDeps, readImageFacts } from '#server/groups/receiving/read-image-facts.ts'
import { walkImages } from '#server/groups/walk-images.ts'

const concurrency = 4

/**
 * Reads the facts of images that lack them (specification, Planned extension; D12): migrated ones, or those from before
 * facts were stored. Returns how many it read.
 */
export async function readMissingFacts(deps: FactsDeps, signal: AbortSignal): Promise<number> {
  let read = 0
  await forEachConcurrently(walkImages(deps.database, 'withoutFacts', signal), concurrency, async (image) => {
    if ((await readImageFacts(deps, image)).has('original')) read++
  })
  if (read > 0) deps.log.info({ read }, 'read the facts of images that had none')
  return read
}

/** The first request waits for the facts, but not as long as proxies do: the background job reads the rest. */
const factsMs = 20_000

/** Reads size, dates and camera of migrated images (D63). Their rows are committed: a failure here does not fail the migration. */
export async function readMigratedFacts(deps: FactsDeps): Promise<void> {
  const reading = readMissingFacts(deps, AbortSignal.timeout(factsMs)).catch((err: unknown) => {
    deps.log.warn({ err }, 'the facts of migrated images are read later')
  })
  await within(factsMs, reading)
}
