import type { Image } from '#server/domain/image.ts'
import { type FactsDeps, readImageFacts } from './read-image-facts.ts'

/**
 * Looks into an original that is asked for before the work in the background has come to it, so that no position is
 * served meanwhile (D12). What cannot be read is tried once while the process runs.
 */
export function ensureLocationRemoved(deps: FactsDeps): (image: Image) => Promise<void> {
  const tried = new Map<number, Promise<boolean>>()
  return async (image) => {
    if (deps.config.keepLocation) return
    const attempt = tried.get(image.id) ?? readImageFacts(deps, image)
    tried.set(image.id, attempt)
    try {
      if (await attempt) tried.delete(image.id)
    } catch (error) {
      tried.delete(image.id)
      throw error
    }
  }
}
