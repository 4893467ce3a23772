import { useTimeout } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import { useCallback, useEffect, useMemo } from 'react'
import type { FeedVersion } from '#contract/live-updates.ts'
import { errorOf, isCode, networkError } from '#web/api/api-error.ts'
import { type Answer, urlOf } from '#web/api/client.ts'
import { subscribeToEvents } from '#web/api/event-stream.ts'
import { queryClient } from '#web/api/query-client.ts'
import { defaults } from '#web/features/slideshow/options.ts'
import { type Group, groupOf } from '#web/features/slideshow/player/playlist.ts'

/** A start waits no longer than this for the server when the device has a saved feed. */
const timeoutMs = 4_000
/** Screens that learn of a change at the same time spread their requests. */
const spreadMs = 50

/** The published groups of the exhibitions, kept up to date while the page is open; undefined until the first answer. `refresh` asks immediately. */
export const useFeed = (exhibition: string) => {
  const query = useMemo(() => createFeedQuery(exhibition), [exhibition])
  const { data: feed, status, dataUpdatedAt, errorUpdateCount, refetch } = useQuery(query)
  useTimeout(() => void showSavedFeed(exhibition), timeoutMs, { autoInvoke: true })
  const refresh = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  useEffect(() => {
    const reading = () =>
      queryClient
        .getQueryCache()
        .find({ queryKey: query.queryKey })
        ?.promise?.catch(() => undefined)
    // A read in progress may predate the change. It ends first: changes that come faster would never let one end.
    const askSoon = async () => {
      await reading()
      setTimeout(refresh, Math.random() * spreadMs)
    }
    return subscribeToEvents<FeedVersion, unknown>(urlOf('/api/slideshow/events', { query: queryOf(exhibition) }), {
      async onCurrent({ etag }) {
        // A request in progress may already bring the change: a long feed is not read twice.
        await reading()
        if (etag !== queryClient.getQueryData(query.queryKey)?.etag) await askSoon()
      },
      onChange: () => void askSoon(),
    })
  }, [exhibition, query, refresh])
  // Not by the times of answer and error: a clock may be set back. The first retry is pending again.
  const online = status === 'success' || (status === 'pending' && errorUpdateCount === 0)
  return { feed, online, answeredAt: dataUpdatedAt || undefined, refresh }
}

/** Three times a minute: what joins or leaves does so within a minute, even when one attempt fails. */
const intervalMs = 20_000
const retryMs = [2_000, 5_000, 10_000, 20_000]
const maxRetryMs = 40_000

const keyOf = (exhibition: string) => ['feed', exhibition]
const emptyOf = (exhibition: string): Feed => ({ exhibition, etag: '', groups: [] })
/** Nothing for `main`, which clients of the specification ask for. */
const queryOf = (exhibition: string): { exhibition?: string } =>
  exhibition === defaults.exhibition ? {} : { exhibition }

/** Shows the feed saved on the device until the server answers. */
const showSavedFeed = async (exhibition: string): Promise<void> => {
  const queryKey = keyOf(exhibition)
  const saved = await loadSavedFeed(exhibition)
  // Not an answer of the server: its time is 0.
  if (saved && !queryClient.getQueryData<Feed>(queryKey)) queryClient.setQueryData(queryKey, saved, { updatedAt: 0 })
}

const refresh = async (exhibition: string, known: Feed | undefined, signal: AbortSignal): Promise<Feed> => {
  try {
    const feed = await readFeed({ exhibition, known: known?.etag || undefined, signal })
    if (feed === 'same') return known ?? emptyOf(exhibition)
    await saveFeed(feed)
    return feed
  } catch (error) {
    const isGone = isCode(error, 'EXHIBITION_NOT_FOUND')
    if (!isGone && !isCode(error, 'HOST_BLOCKED')) throw error
    // This host shows no photos, or no longer; or the exhibition has ended.
    await deleteSavedFeed()
    return { ...emptyOf(exhibition), isGone }
  }
}

/** The public feed, polled for as long as the page is open; without a connection with growing delays. */
const createFeedQuery = (exhibition: string) => {
  const queryKey = keyOf(exhibition)
  let failures = 0
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<Feed>(queryKey) ?? (await loadSavedFeed(exhibition))
      try {
        const feed = await refresh(exhibition, known, signal)
        failures = 0
        return feed
      } catch (error) {
        failures += 1
        await showSavedFeed(exhibition)
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

// For a reload without a connection. A browser that refuses storage works without it.
const store = createStore('werkschau-slideshow', 'feed')

/** Not that of another exhibition, which this device has shown before (D83). */
const loadSavedFeed = async (exhibition: string): Promise<Feed | undefined> => {
  const saved = await get<SavedFeed>('feed', store).catch(() => undefined)
  return saved && (saved.exhibition ?? defaults.exhibition) === exhibition ? { ...saved, exhibition } : undefined
}
const saveFeed = (feed: Feed): Promise<void> => set('feed', feed, store).catch(() => undefined)
const deleteSavedFeed = (): Promise<void> => del('feed', store).catch(() => undefined)

interface Feed {
  readonly exhibition: string
  /** The exhibition is unknown, or has ended. */
  readonly isGone?: boolean
  readonly etag: string
  /** In the order of the feed. */
  readonly groups: readonly Group[]
}

/** By an earlier version without its exhibition. */
type SavedFeed = Omit<Feed, 'exhibition'> & Partial<Feed>

/**
 * A longer answer, measured while it is sent, is not read whole but page by page: of 10,000 groups the feed is 6.6 MB, of
 * which little is kept, and reading it in one go would stop a fade.
 */
const maxAtOnce = 100_000
const pageSize = 500
const answerMs = 30_000

interface FeedRequest {
  readonly exhibition: string
  readonly offset?: number
  readonly known?: string | undefined
  readonly signal: AbortSignal
}

const request = async ({ exhibition, offset, known, signal }: FeedRequest): Promise<Response> => {
  const query = { ...queryOf(exhibition), ...(offset !== undefined && { limit: pageSize, offset }) }
  const response = await fetch(urlOf('/api/groups', { query }), {
    // Keeps withdrawn groups out of the browser's cache.
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    headers: { accept: 'application/json', ...(known !== undefined && { 'if-none-match': known }) },
  })
  if (response.ok || response.status === 304) return response
  throw errorOf(response.status, await response.text(), response.headers.get('retry-after'))
}

const etagOf = (response: Response) => response.headers.get('etag') ?? ''
const groupsOf = async (response: Response): Promise<{ groups: Group[]; totalCount: number }> => {
  const { groups, totalCount }: Answer<'GET /api/groups'> = await response.json()
  return { groups: groups.map(groupOf), totalCount }
}

const readOnce = async (feed: FeedRequest): Promise<Feed | 'same' | 'long'> => {
  const response = await request(feed)
  if (response.status === 304) return 'same'
  if (Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > maxAtOnce) {
    await response.body?.cancel()
    return 'long'
  }
  return { exhibition: feed.exhibition, etag: etagOf(response), groups: (await groupsOf(response)).groups }
}

/**
 * All pages. Where they are of several states of the feed it has no ETag, so that it is read again: what was withdrawn
 * leaves also while the feed keeps changing.
 */
const readPages = async ({ exhibition, signal }: FeedRequest): Promise<Feed> => {
  const etags = new Set<string>()
  const all = new Map<string, Group>()
  for (let offset = 0; ; offset += pageSize) {
    const response = await request({ exhibition, offset, signal })
    etags.add(etagOf(response))
    const { groups, totalCount } = await groupsOf(response)
    for (const group of groups) all.set(group.id, group)
    if (offset + pageSize < totalCount) continue
    return { exhibition, etag: etags.size === 1 ? etagOf(response) : '', groups: [...all.values()] }
  }
}

/** The published groups, or 'same' while they are those of the ETag `known`. Throws an ApiError. */
const readFeed = async (asked: FeedRequest): Promise<Feed | 'same'> => {
  try {
    const feed = await readOnce(asked)
    return feed === 'long' ? await readPages(asked) : feed
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? networkError() : error
  }
}
