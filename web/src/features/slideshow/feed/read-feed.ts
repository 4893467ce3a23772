import { errorOf, networkError } from '#web/api/api-error.ts'
import { type Answer, urlOf } from '#web/api/client.ts'
import { type Group, groupOf } from '#web/features/slideshow/player/playlist.ts'

export interface Feed {
  readonly etag: string
  /** In the order of the feed. */
  readonly groups: readonly Group[]
}

type Page = Answer<'GET /api/groups'>

/**
 * A longer answer, measured while it is sent, is not read whole but page by page: of 10,000 groups the feed is 6.6 MB, of
 * which little is kept, and reading it in one go would stop a fade.
 */
const maxAtOnce = 100_000
const pageSize = 500
const answerMs = 30_000

interface FeedRequest {
  readonly offset?: number
  readonly known?: string | undefined
  readonly signal: AbortSignal
}

const request = async ({ offset, known, signal }: FeedRequest): Promise<Response> => {
  const query = offset === undefined ? {} : { limit: pageSize, offset }
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
  const { groups, totalCount }: Page = await response.json()
  return { groups: groups.map(groupOf), totalCount }
}

const readOnce = async (known: string | undefined, signal: AbortSignal): Promise<Feed | 'same' | 'long'> => {
  const response = await request({ known, signal })
  if (response.status === 304) return 'same'
  if (Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > maxAtOnce) {
    await response.body?.cancel()
    return 'long'
  }
  return { etag: etagOf(response), groups: (await groupsOf(response)).groups }
}

/** All pages, if they are of one state of the feed. */
const readPages = async (signal: AbortSignal): Promise<Feed | 'changed'> => {
  const feed: { etag: string | undefined; groups: Group[] } = { etag: undefined, groups: [] }
  for (let offset = 0; ; offset += pageSize) {
    const response = await request({ offset, signal })
    feed.etag ??= etagOf(response)
    if (etagOf(response) !== feed.etag) return 'changed'
    const { groups, totalCount } = await groupsOf(response)
    feed.groups.push(...groups)
    if (offset + pageSize >= totalCount) return { etag: feed.etag, groups: feed.groups }
  }
}

/**
 * The published groups, or 'same' while they are those of the ETag `known`. Throws an ApiError, also when the feed keeps
 * changing while it is read.
 */
export const readFeed = async (known: string | undefined, signal: AbortSignal): Promise<Feed | 'same'> => {
  try {
    const feed = await readOnce(known, signal)
    if (feed !== 'long') return feed
    for (let attempt = 0; attempt < 5; attempt++) {
      const feed = await readPages(signal)
      if (feed !== 'changed') return feed
    }
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? networkError() : error
  }
  throw networkError()
}
