import { type FactsDeps, readImageFacts } from '#server/groups/read-image-facts.ts'

const batch = 100
const atOnce = 4

/**
 * Reads the facts of the images that lack them (specification, Planned extension; D12): those that a migration brought,
 * or that are from before facts were kept. Answers how many were read.
 */
export async function readMissingFacts(deps: FactsDeps, signal: AbortSignal): Promise<number> {
  let read = 0
  let last = 0
  const running = new Set<Promise<void>>()
  for (;;) {
    const images = await deps.database.images.withoutFacts(last, batch)
    if (images.length === 0) break
    for (const image of images) {
      if (signal.aborted) break
      last = image.id
      const job = readImageFacts(deps, image).then((done) => {
        read += done ? 1 : 0
        running.delete(job)
      })
      running.add(job)
      if (running.size >= atOnce) await Promise.race(running)
    }
    if (signal.aborted) break
  }
  await Promise.all(running)
  if (read > 0) deps.log.info({ read }, 'read the facts of images that had none')
  return read
}
