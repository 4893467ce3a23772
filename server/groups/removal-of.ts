import type { Deps } from '#server/ports/deps.ts'
import type { Removal } from '#server/ports/previewer.ts'

/** What is removed from an original that comes from an upload or a migration (D60). */
export const removalOf = ({ keepLocation, keepTrailers }: Deps['config']): Removal => ({
  location: !keepLocation,
  trailers: !keepTrailers,
})
