import { createStore, del, get, set } from 'idb-keyval'
import type { Feed } from './read-feed.ts'

// For a reload without a connection. A browser that refuses storage works without it.
const store = createStore('werkschau-slideshow', 'feed')

export const loadSavedFeed = (): Promise<Feed | undefined> => get<Feed>('feed', store).catch(() => undefined)
export const saveFeed = (feed: Feed): Promise<void> => set('feed', feed, store).catch(() => undefined)
export const deleteSavedFeed = (): Promise<void> => del('feed', store).catch(() => undefined)
