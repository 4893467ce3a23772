import { forEachConcurrently } from '#server/concurrency/for-each-concurrently.ts'
import type { Image } from '#server/domain/image.ts'
import { type FactsDeps, readImageFacts } from '#server/groups/receiving/read-image-facts.ts'

const batch = 100
const concurrency = 4

/**
 * Reads the facts of images that lack them (specification, Planned extension; D12): migrated ones, or those from before
 * facts were stored. Returns how many it read.
 */
export async function readMissingFacts(deps: FactsDeps, signal: AbortSignal): Promise<number> {
  let read = 0
  await forEachConcurrently(imagesWithoutFacts(deps, signal), concurrency, async (image) => {
    if (await readImageFacts(deps, image)) read++
  })
  if (read > 0) deps.log.info({ read }, 'read the facts of images that had none')
  return read
}

async function* imagesWithoutFacts({ database }: FactsDeps, signal: AbortSignal): AsyncGenerator<Image> {
  let last = 0
  for (;;) {
    const images = await database.images.withoutFacts(last, batch)
    if (images.length === 0) return
    for (const image of images) {
      if (signal.aborted) return
      last = image.id
      yield image
    }
  }
}
