import { errorOf, networkError } from '#web/api/api-error.ts'
import { type Answer, urlOf } from '#web/api/client.ts'
import { type Group, groupOf } from './playlist.ts'

export interface Feed {
  readonly etag: string
  /** In the order of the feed. */
  readonly groups: readonly Group[]
}

type Page = Answer<'GET /api/groups'>

/** Of 10,000 groups the whole feed is 6.6 MB: page by page only what is kept stays in memory, and no task is long. */
const pageSize = 500
const answerMs = 30_000

const askPage = async (offset: number, known: string | undefined, signal: AbortSignal): Promise<Response> => {
  const response = await fetch(urlOf('/api/groups', { query: { limit: pageSize, offset } }), {
    // Nothing of a withdrawn group stays in the browser's own cache.
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    headers: { accept: 'application/json', ...(known !== undefined && { 'if-none-match': known }) },
  })
  if (response.ok || response.status === 304) return response
  throw errorOf(response.status, await response.text(), response.headers.get('retry-after'))
}

/** All pages, if they are of one state of the feed. */
const readPages = async (known: string | undefined, signal: AbortSignal): Promise<Feed | 'same' | 'torn'> => {
  const first = await askPage(0, known, signal)
  if (first.status === 304) return 'same'
  const etag = first.headers.get('etag') ?? ''
  const groups: Group[] = []
  let page = (await first.json()) as Page
  for (let offset = 0; ; ) {
    for (const group of page.groups) groups.push(groupOf(group))
    offset += pageSize
    if (offset >= page.totalCount) return { etag, groups }
    const next = await askPage(offset, undefined, signal)
    if (next.headers.get('etag') !== etag) return 'torn'
    page = (await next.json()) as Page
  }
}

/**
 * The published groups, or 'same' while they are those of the ETag `known`. Throws an ApiError, also when the feed keeps
 * changing while it is read.
 */
export const readFeed = async (known: string | undefined, signal: AbortSignal): Promise<Feed | 'same'> => {
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const feed = await readPages(known, signal)
      if (feed !== 'torn') return feed
    }
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? networkError() : error
  }
  throw networkError()
}
