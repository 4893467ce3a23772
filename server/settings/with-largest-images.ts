import type { LiveSettings } from '#server/ports/settings/live-settings.ts'

/** The previewer's options with the largest image that was allowed since the start: a lower limit does not disturb running uploads. */
export function withLargestImages<T>(
  settings: LiveSettings,
  options: T,
): T & { readonly maxPixels: number; readonly maxSide: number } {
  let [maxPixels, maxSide] = [0, 0]
  return {
    ...options,
    get maxPixels() {
      maxPixels = Math.max(maxPixels, settings.current.maxImagePixels)
      return maxPixels
    },
    get maxSide() {
      maxSide = Math.max(maxSide, settings.current.maxImageSide)
      return maxSide
    },
  }
}
