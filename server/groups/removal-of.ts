import type { Deps } from '#server/deps.ts'
import type { Removal } from '#server/ports/previewer.ts'

/** What is taken out of an original that arrives by an upload or a migration (D60). */
export const removalOf = ({ keepLocation, keepTrailers }: Deps['config']): Removal => ({
  location: !keepLocation,
  trailers: !keepTrailers,
})
