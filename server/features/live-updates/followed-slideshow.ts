import type { FeedVersion } from '#contract/live-updates.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Deps } from '#server/deps.ts'
import { type Audience, createAudience } from './audience.ts'

/** Screens learn that the feed has another answer, and nothing else: uploads that wait for approval are no event. */
export function followedSlideshow(deps: Pick<Deps, 'database' | 'log'>, feedTag: () => Promise<string>): Audience {
  let shown: string | undefined
  const compare = coalesce(async () => {
    const before = shown
    shown = await feedTag().catch((err: unknown) => {
      deps.log.warn({ err }, 'whether the feed has changed is not known')
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
