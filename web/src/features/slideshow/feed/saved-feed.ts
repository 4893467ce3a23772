import { createStore, del, get, set } from 'idb-keyval'
import type { Feed } from './read-feed.ts'

// Survives a reload without a connection. A browser without room for it goes on without.
const store = createStore('werkschau-slideshow', 'feed')

export const keptFeed = (): Promise<Feed | undefined> => get<Feed>('feed', store).catch(() => undefined)
export const keepFeed = (feed: Feed): Promise<void> => set('feed', feed, store).catch(() => undefined)
export const forgetFeed = (): Promise<void> => del('feed', store).catch(() => undefined)
