import type { EnsureClean } from '#server/ports/file-store.ts'
import { bothFiles, type FactsDeps, readImageFacts } from './receiving/read-image-facts.ts'
import { removalOf } from './removal-of.ts'

/**
 * Reads an image that is requested before the background job has reached it, such as a migrated one, so that nothing is served
 * meanwhile that has to be removed (D12, D60). Each is tried once per process.
 */
export function ensureLocationRemoved(deps: FactsDeps): EnsureClean {
  const { location, trailers } = removalOf(deps.config)
  const tried = new Map<number, ReturnType<EnsureClean>>()
  return async (image) => {
    if (image.width !== null || (!location && !trailers)) return bothFiles
    try {
      const clean = await tried.getOrInsertComputed(image.id, () => readImageFacts(deps, image))
      if (clean.has('original')) tried.delete(image.id)
      return clean
    } catch (error) {
      tried.delete(image.id)
      throw error
    }
  }
}
