import type { Query } from '#contract/operation/operation.ts'
import type { listGroups } from '#contract/public-groups.ts'
import type { Entry } from '#server/domain/feed-entry.ts'
import { staleFeedMs } from '#server/domain/settings/settings.ts'
import { isReadyAnswer, type ReadyAnswer, type StreamedAnswer } from '#server/http/stored-files/ready-answer.ts'
import type { Deps } from '#server/ports/deps.ts'
import { feedEnd, feedStart } from './feed-answers.ts'
import { type Copy, createFeedCache, type FeedCache, type FeedScope, shownGroups } from './feed-cache.ts'
import { plainOf } from './feed-piece.ts'
import { readyJson, streamedJson, tagOf } from './ready-json.ts'

/** Up to this number, unread pieces are read before the answer begins; with more, the answer is sent while they are read. */
const readAtOnce = 12

type Page = Pick<Query<typeof listGroups>, 'limit' | 'offset'>

/** Reads what is missing, unless that takes long: then it continues in the background. Returns whether nothing is missing. */
async function ensureRead(feed: FeedCache, { pieces }: Copy): Promise<boolean> {
  if (pieces.isRead) return true
  const rest = feed.readAll()
  if (pieces.unreadCount <= readAtOnce) await rest
  // The next read tries again.
  else rest.catch(() => undefined)
  return pieces.isRead
}

interface Walk {
  readonly feed: FeedCache
  readonly copy: Copy
  readonly offset: number
  readonly limit: number
}

/** Reads the groups while they are sent. What is inserted before the last group that was sent is left out. */
async function* walk({ feed, copy: { pieces }, offset, limit }: Walk): AsyncGenerator<Buffer> {
  let sent = 0
  let last: Entry | undefined
  const next = () => {
    if (last) return pieces.after(last)
    const [first] = pieces.slices(offset, 1)
    return first && { ...first, to: first.piece.entries.length }
  }
  yield feedStart
  for (let slice = next(); slice && sent < limit; slice = next()) {
    const { piece, from } = slice
    const { content } = piece
    if (content === undefined) {
      await feed.read(piece)
      continue
    }
    const to = Math.min(slice.to, from + limit - sent)
    yield Buffer.from(sent > 0 ? ',' : '')
    last = piece.entries[to - 1]
    sent += to - from
    yield plainOf(content, pieces.hot).subarray(content.offsets[from], (content.offsets[to] ?? 0) - 1)
  }
  yield feedEnd(offset === 0 && limit === Number.POSITIVE_INFINITY ? sent : pieces.size)
}

const walked = (walking: Walk) => streamedJson(undefined, { read: () => walk(walking) })

async function readPage({ feed, copy: { pieces }, offset, limit }: Walk): Promise<void> {
  const missing = () => pieces.slices(offset, limit).find(({ piece }) => piece.content === undefined)
  for (let slice = missing(); slice; slice = missing()) await feed.read(slice.piece)
}

/** The answer of all groups or of one, if the copy is of this version and the answer in memory. */
function readyIn(copy: Copy | undefined, version: number, groupId: string | undefined): ReadyAnswer | undefined {
  if (copy === undefined || copy.position.version !== version) return undefined
  if (groupId !== undefined) {
    const entry = copy.entries.get(groupId)
    return entry && copy.answers.group(entry)
  }
  const whole = copy.pieces.isRead ? copy.answers.whole() : undefined
  return whole && isReadyAnswer(whole) ? whole : undefined
}

/**
 * A public feed as prebuilt bytes. Each read compares one number with the database's; after a change only the
 * groups that changed are read and rendered again, so that a read costs the bytes it sends. Uploads that wait for
 * approval change nothing here.
 */
export function createPublishedFeed(deps: Pick<Deps, 'database' | 'settings'> & { readonly scope: FeedScope }) {
  const feed = createFeedCache(deps)

  return {
    /** All published groups, or `limit` of them from `offset`. */
    async list({ limit, offset = 0 }: Page): Promise<ReadyAnswer | StreamedAnswer> {
      const copy = await feed.upToDate()
      if (limit !== undefined) {
        // Read wholly where that is quick: until then the pages have no ETag in common.
        if (!(await ensureRead(feed, copy))) await readPage({ feed, copy, offset, limit })
        return copy.answers.page(offset, limit)
      }
      const whole = (await ensureRead(feed, copy)) ? copy.answers.whole() : undefined
      if (offset === 0 && whole) return whole
      if (whole && isReadyAnswer(whole)) return copy.answers.page(offset, copy.pieces.size)
      return walked({ feed, copy, offset, limit: Number.POSITIVE_INFINITY })
    },
    async group(groupId: string): Promise<ReadyAnswer | undefined> {
      const { entries, answers } = await feed.upToDate()
      const entry = entries.get(groupId)
      const answer = entry && answers.group(entry)
      if (answer || !entry) return answer
      const [shown] = await shownGroups(deps, [groupId])
      return shown && readyJson(tagOf(shown.body), shown.body)
    },
    /** The same, of all groups or of one; undefined unless it is in memory and up to date, or as recent as the settings demand. */
    cached(groupId?: string) {
      const current = deps.database.changes.recentVersion(staleFeedMs(deps.settings.current))
      const found = (latest: number) => readyIn(feed.current, latest, groupId)
      return typeof current === 'number' ? found(current) : current.then(found)
    },
    /** Changes with the answer of all groups. */
    async tag() {
      const copy = await feed.upToDate()
      return (await ensureRead(feed, copy)) ? copy.answers.tag() : `unread ${copy.position.version}`
    },
  }
}
