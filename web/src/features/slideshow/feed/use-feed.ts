import { useEffect, useState, useSyncExternalStore } from 'react'
import { type FeedState, type FeedWatch, watchFeed } from './watch-feed.ts'

const before: FeedState = { feed: undefined, online: true, answeredAt: undefined }
const never = () => () => {}

/** The published groups as they are now, for as long as the page is open. */
export const useFeed = (): FeedState & { readonly ask: () => void } => {
  const [watch, setWatch] = useState<FeedWatch>()
  useEffect(() => {
    const started = watchFeed()
    setWatch(started)
    return started.stop
  }, [])
  const state = useSyncExternalStore(watch?.subscribe ?? never, watch?.get ?? (() => before))
  return { ...state, ask: watch?.ask ?? never }
}
