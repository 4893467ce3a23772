import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isCode } from '#web/api/api-error.ts'
import { type Feed, readFeed } from './read-feed.ts'
import { deleteSavedFeed, loadSavedFeed, saveFeed } from './saved-feed.ts'

/** Three times a minute: what joins or leaves does so within a minute, even when one attempt fails. */
const intervalMs = 20_000
const retryMs = [2_000, 5_000, 10_000, 20_000]
const maxRetryMs = 40_000

const queryKey = ['feed']
const empty: Feed = { etag: '', groups: [] }

/** Shows the feed saved on the device until the server answers. */
export const showSavedFeed = async (client: QueryClient): Promise<void> => {
  const saved = await loadSavedFeed()
  // Not an answer of the server: its time is 0.
  if (saved && !client.getQueryData<Feed>(queryKey)) client.setQueryData(queryKey, saved, { updatedAt: 0 })
}

const refresh = async (known: Feed | undefined, signal: AbortSignal): Promise<Feed> => {
  try {
    const feed = await readFeed(known?.etag || undefined, signal)
    if (feed === 'same') return known ?? empty
    await saveFeed(feed)
    return feed
  } catch (error) {
    if (!isCode(error, 'HOST_BLOCKED')) throw error
    // This host shows no photos, or no longer.
    await deleteSavedFeed()
    return empty
  }
}

/** The public feed, polled for as long as the page is open; without a connection with growing delays. */
export const createFeedQuery = () => {
  let failures = 0
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Feed>(queryKey) ?? (await loadSavedFeed())
      try {
        const feed = await refresh(known, signal)
        failures = 0
        return feed
      } catch (error) {
        failures += 1
        await showSavedFeed(client)
        throw error
      }
    },
    refetchInterval: () => (failures === 0 ? intervalMs : (retryMs[failures - 1] ?? maxRetryMs)),
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    retry: false,
    // With 10,000 groups a comparison would stop a fade.
    structuralSharing: false,
    staleTime: 0,
  })
}
