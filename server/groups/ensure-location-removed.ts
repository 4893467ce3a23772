import type { Image } from '#server/domain/group.ts'
import { type FactsDeps, readImageFacts } from './receiving/read-image-facts.ts'
import { removalOf } from './removal-of.ts'

/**
 * Reads an image that is requested before the background job has reached it, so that nothing is served
 * meanwhile that has to be removed (D12, D60). The result is false for an original that cannot be read: its position may still be
 * in it. Each is tried once per process.
 */
export function ensureLocationRemoved(deps: FactsDeps): (image: Image) => Promise<boolean> {
  const { location, trailers } = removalOf(deps.config)
  const tried = new Map<number, Promise<boolean>>()
  return async (image) => {
    if (!location && !trailers) return true
    const attempt = tried.get(image.id) ?? readImageFacts(deps, image)
    tried.set(image.id, attempt)
    try {
      const isRead = await attempt
      if (isRead) tried.delete(image.id)
      return isRead
    } catch (error) {
      tried.delete(image.id)
      throw error
    }
  }
}
