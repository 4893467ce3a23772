import { isCode } from '#web/api/api-error.ts'
import { type Feed, readFeed } from './read-feed.ts'
import { forgetFeed, keepFeed, keptFeed } from './saved-feed.ts'

export interface FeedState {
  /** Undefined until the first answer. */
  readonly feed: Feed | undefined
  readonly online: boolean
  /** When the server answered last, in ms since 1970. */
  readonly answeredAt: number | undefined
}

export interface FeedWatch {
  readonly get: () => FeedState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks at once, for example because a photo could not be loaded. */
  readonly ask: () => void
  readonly stop: () => void
}

/** Three looks a minute: what joins or leaves does so within a minute, even when one of them fails. */
const everyMs = 20_000
const retryMs = [2_000, 5_000, 10_000, 20_000]
const longestRetryMs = 40_000
/** A start does not wait longer than this for the server when the device remembers groups. */
const patienceMs = 4_000

const empty: Feed = { etag: '', groups: [] }
const isRefused = (error: unknown) => isCode(error, 'HOST_BLOCKED')

/** Follows the public feed for as long as the page is open; without a connection it goes on with what the device remembers. */
export const watchFeed = (): FeedWatch => {
  const listeners = new Set<() => void>()
  const ending = new AbortController()
  let state: FeedState = { feed: undefined, online: true, answeredAt: undefined }
  let timer = 0
  let failures = 0
  let asking: Promise<void> | undefined

  const change = (next: Partial<FeedState>) => {
    if (ending.signal.aborted) return
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const remembered = keptFeed()
  const remember = async () => {
    const feed = await remembered
    if (feed && !state.feed) change({ feed })
  }

  const look = async (): Promise<void> => {
    const answered = { online: true, answeredAt: Date.now() }
    try {
      const known = state.feed ?? (await remembered)
      const feed = await readFeed(known?.etag, ending.signal)
      failures = 0
      if (feed === 'same') return change({ feed: known, ...answered })
      change({ feed, ...answered })
      await keepFeed(feed)
    } catch (error) {
      failures++
      if (!isRefused(error)) {
        await remember()
        return change({ online: false })
      }
      // This host shows no photos (any more).
      change({ feed: empty, ...answered })
      await forgetFeed()
    }
  }
  const ask = () => {
    if (asking || ending.signal.aborted) return
    clearTimeout(timer)
    asking = look().finally(() => {
      asking = undefined
      const delay = failures === 0 ? everyMs : (retryMs[failures - 1] ?? longestRetryMs)
      if (!ending.signal.aborted) timer = window.setTimeout(ask, delay)
    })
  }

  ask()
  const patience = window.setTimeout(remember, patienceMs)
  window.addEventListener('online', ask)
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask,
    stop: () => {
      ending.abort()
      clearTimeout(timer)
      clearTimeout(patience)
      window.removeEventListener('online', ask)
    },
  }
}
