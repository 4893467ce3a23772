import { LRUCache } from 'lru-cache'
import type { Entry } from '#server/domain/feed-entry.ts'
import type { ReadyAnswer, StreamedAnswer } from '#server/http/stored-files/ready-answer.ts'
import { bodyAt, copyBuffer, crcOf, lengthOf, plainOf, withCommas } from './feed-piece.ts'
import type { FeedPieces } from './feed-pieces.ts'
import { joinGzip } from './joined-gzip.ts'
import { readyJson, streamedJson, tagOf } from './ready-json.ts'

/** Longer feeds are assembled while they are sent. */
const maxReadyBytes = 64 * 2 ** 20
/** Below this a compressed answer is no smaller on the wire. */
const worthCompressing = 1_400
const recentGroups = 1_000

const comma = Buffer.from(',')
export const feedStart = Buffer.from('{"groups":[')
export const feedEnd = (size: number): Buffer => Buffer.from(`],"totalCount":${size}}`)

/** Keeps what `make` returns until the pieces change. */
function untilChanged<T>(pieces: FeedPieces, make: () => T): () => T {
  let kept: { revision: number; value: T } | undefined
  return () => {
    if (kept?.revision !== pieces.revision) kept = { revision: pieces.revision, value: make() }
    return kept.value
  }
}

/** Derived from the pieces, kept until they change. */
export function createFeedAnswers(pieces: FeedPieces, readyBytes = maxReadyBytes) {
  const groups = new LRUCache<Entry, ReadyAnswer>({ max: recentGroups })
  // Depends only on the content, not on how it is cut into pieces: the same on all replicas.
  const tag = untilChanged(pieces, () => tagOf(`${pieces.size} ${pieces.digest()}`))
  return {
    /** Of all groups; only where all pieces were read. */
    tag,
    /** All groups; only where all pieces were read. */
    whole: untilChanged(pieces, () => wholeFeed(pieces, { tag: tag(), readyBytes })),
    /** A page whose pieces were read. */
    page(offset: number, limit: number): ReadyAnswer {
      const slices = pieces.slices(offset, limit)
      const bodies = slices.flatMap(({ piece: { content }, from, to }) => {
        if (content === undefined) throw new Error('A piece of the feed was not read')
        const plain = plainOf(content, pieces.hot)
        return Array.from({ length: to - from }, (_, index) => bodyAt(plain, content, from + index))
      })
      const body = Buffer.concat([feedStart, ...withCommas(bodies), feedEnd(pieces.size)])
      return readyJson(pieces.isRead ? tag() : tagOf(body), body)
    },
    /** undefined where its piece was not read. */
    group(entry: Entry): ReadyAnswer | undefined {
      const recent = groups.get(entry)
      if (recent) return recent
      const body = pieces.body(entry)
      if (body === undefined) return undefined
      const answer = readyJson(tagOf(body), copyBuffer(body))
      groups.set(entry, answer)
      return answer
    },
  }
}

function wholeFeed(
  pieces: FeedPieces,
  { tag, readyBytes }: { tag: string; readyBytes: number },
): ReadyAnswer | StreamedAnswer {
  const contents = pieces.pieces.flatMap(({ content }) => content ?? [])
  const end = feedEnd(pieces.size)
  const length =
    contents.reduce((sum, content) => sum + lengthOf(content) + comma.length, feedStart.length + end.length) -
    (contents.length > 0 ? comma.length : 0)
  const joined = () => {
    // A few pieces are compressed right away, more of them in the background: until then the plain bytes are sent without a wait.
    if (!pieces.compress() || contents.some(({ deflated }) => deflated === undefined)) return undefined
    const parts = contents.map((content) => ({
      deflated: content.deflated as Buffer,
      crc: crcOf(content),
      length: lengthOf(content),
    }))
    return joinGzip({ start: feedStart, parts, between: comma, end })
  }
  function* plain() {
    yield feedStart
    for (const [index, content] of contents.entries()) {
      if (index > 0) yield comma
      yield plainOf(content)
    }
    yield end
  }
  if (length > readyBytes) return streamed({ tag, length, plain, joined })

  // A client that accepts gzip needs no uncompressed copy.
  const body = () => Buffer.concat([feedStart, ...withCommas(contents.map((each) => plainOf(each, pieces.hot))), end])
  if (length < worthCompressing) return readyJson(tag, body)
  let gzip: Buffer | undefined
  return readyJson(tag, body, () => {
    const buffers = gzip ? undefined : joined()
    if (buffers) gzip = Buffer.concat(buffers)
    return gzip
  })
}

interface Parts {
  readonly tag: string
  readonly length: number
  readonly plain: () => Iterable<Buffer>
  readonly joined: () => Buffer[] | undefined
}

function streamed({ tag, length, plain, joined }: Parts): StreamedAnswer {
  let gzip: Buffer[] | undefined
  return streamedJson(tag, { length, read: plain }, () => {
    gzip ??= joined()
    const buffers = gzip
    return buffers && { length: buffers.reduce((sum, each) => sum + each.length, 0), read: () => buffers }
  })
}
