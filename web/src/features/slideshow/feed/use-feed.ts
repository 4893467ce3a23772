import { useTimeout } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { FeedVersion } from '#contract/live-updates.ts'
import { subscribeToEvents } from '#web/api/event-stream.ts'
import { createFeedQuery, showSavedFeed } from './feed-query.ts'
import type { Feed } from './read-feed.ts'

/** A start waits no longer than this for the server when the device has a saved feed. */
const timeoutMs = 4_000
/** Screens that learn of a change at the same time spread their requests. */
const spreadMs = 300

export interface FeedState {
  /** Undefined until the first answer. */
  readonly feed: Feed | undefined
  readonly online: boolean
  /** When the server last answered, in ms since 1970. */
  readonly answeredAt: number | undefined
  /** Asks immediately, for example because a photo could not be loaded. */
  readonly refresh: () => void
}

/** The published groups, kept up to date while the page is open. */
export const useFeed = (): FeedState => {
  const client = useQueryClient()
  const [query] = useState(createFeedQuery)
  const { data: feed, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery(query)
  useTimeout(() => void showSavedFeed(client), timeoutMs, { autoInvoke: true })
  const refresh = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  useEffect(() => {
    // An answer in progress may predate the change.
    const askSoon = () => void setTimeout(() => void refetch({ cancelRefetch: true }), Math.random() * spreadMs)
    return subscribeToEvents<FeedVersion, unknown>('/api/slideshow/events', {
      async onCurrent({ etag }) {
        // A request in progress may already bring the change: a long feed is not read twice.
        await client
          .getQueryCache()
          .find({ queryKey: query.queryKey })
          ?.promise?.catch(() => undefined)
        if (etag !== client.getQueryData(query.queryKey)?.etag) askSoon()
      },
      onChange: askSoon,
    })
  }, [client, query, refetch])
  // The status alone does not tell while a retry is in progress.
  const online = dataUpdatedAt >= errorUpdatedAt
  return { feed, online, answeredAt: dataUpdatedAt || undefined, refresh }
}
