import type { FeedVersion } from '#contract/live-updates.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type Audience, createAudience } from './audience.ts'

/** Screens only learn that the feed has changed: uploads that wait for approval are no event. */
export function slideshowAudience(deps: Pick<Deps, 'database' | 'log'>, feedTag: () => Promise<string>): Audience {
  let shown: string | undefined
  const compare = coalesce(async () => {
    const before = shown
    shown = await feedTag().catch((err: unknown) => {
      deps.log.warn({ err }, 'cannot tell whether the feed has changed')
      return ''
    })
    if (before !== undefined && before !== shown) audience.send('change', {})
  })
  const audience = createAudience(deps, () => void compare())
  return {
    ...audience,
    add(stream) {
      audience.add(stream)
      void compare().then(() => {
        const current: FeedVersion = { etag: shown ?? '' }
        if (current.etag !== '') stream.send('current', current)
      })
    },
  }
}
