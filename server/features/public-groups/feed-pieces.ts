import { LRUCache } from 'lru-cache'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import { compareEntries, type Entry } from '#server/domain/feed-entry.ts'
import {
  addDigests,
  bodiesOf,
  bodyAt,
  type Content,
  changedSum,
  compress,
  compressInBackground,
  contentOf,
  type Piece,
  plainOf,
  type RecentContents,
} from './feed-piece.ts'
import type { RenderedEntry } from './rendered-entry.ts'

/** A part of a piece: the entries from `from` up to, but without, `to`. */
interface Slice {
  readonly piece: Piece
  readonly from: number
  readonly to: number
}

/** A piece is split in two when it gets longer: it takes a millisecond to read, and some to compress. */
const longestPiece = 128
/** Up to this number, pieces are compressed during the request. */
const compressedAtOnce = 4
/** Pieces that may wait for their compression, on another thread, while the next ones are read. */
const plainAtOnce = 32
const hotBytes = 64 * 2 ** 20

/** The index of the first of `length` sorted things that is not before. */
function search(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

const newPiece = (entries: Entry[]): Piece => ({ entries, revision: 0, content: undefined })

/** The entries of the feed in their order, in pieces. A change costs the piece it falls into. */
export class FeedPieces {
  readonly pieces: Piece[] = []
  readonly hot: RecentContents = new LRUCache<Content, Buffer>({
    maxSize: hotBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  readonly #unread = new Set<Piece>()
  /** Those with plain bytes only. */
  readonly #plain = new Set<Piece>()
  size = 0
  /** Grows with every change. */
  revision = 0

  get isRead(): boolean {
    return this.#unread.size === 0
  }

  get unreadCount(): number {
    return this.#unread.size
  }

  unread(): Piece | undefined {
    const [first] = this.#unread
    return first
  }

  /** Adds entries that come after all others, without their JSON. */
  append(entries: readonly Entry[]): void {
    for (let start = 0; start < entries.length; start += longestPiece * 0.75) {
      const piece = newPiece(entries.slice(start, start + longestPiece * 0.75))
      this.pieces.push(piece)
      this.#unread.add(piece)
    }
    this.size += entries.length
    this.revision += 1
  }

  /** Replaces an entry by another of the same group; undefined where there is none. */
  replace(before: Entry | undefined, next: RenderedEntry | undefined): void {
    if (before === undefined && next === undefined) return
    this.revision += 1
    const inPlace = before && next && compareEntries(before, next.entry) === 0
    if (before) this.#remove(before, inPlace ? next : undefined)
    if (next && !inPlace) this.#add(next)
  }

  /** Gives a piece the JSON of its entries, which are those of `shown`. */
  fill(piece: Piece, shown: readonly RenderedEntry[]): void {
    this.#setContent(
      piece,
      shown.map(({ body }) => body),
    )
  }

  /** The JSON of a group; undefined where its piece was not read yet. */
  body(entry: Entry): Buffer | undefined {
    const { piece, inside } = this.#place(entry)
    if (piece?.content === undefined) return undefined
    return bodyAt(plainOf(piece.content, this.hot), piece.content, inside)
  }

  slices(offset: number, limit: number): Slice[] {
    const slices: Slice[] = []
    let skipped = offset
    let missing = limit
    for (const piece of this.pieces) {
      if (missing <= 0) break
      const { length } = piece.entries
      if (skipped < length) {
        const to = Math.min(length, skipped + missing)
        slices.push({ piece, from: skipped, to })
        missing -= to - skipped
      }
      skipped = Math.max(0, skipped - length)
    }
    return slices
  }

  /** The piece with the first entry after this one, and its place in the piece. */
  after(entry: Entry | undefined): Slice | undefined {
    const [first] = this.pieces
    if (entry === undefined) return first && { piece: first, from: 0, to: first.entries.length }
    const { at, piece } = this.#place(entry)
    const from = search(
      piece?.entries.length ?? 0,
      (index) => compareEntries(piece?.entries[index] as Entry, entry) <= 0,
    )
    if (piece && from < piece.entries.length) return { piece, from, to: piece.entries.length }
    const next = this.pieces[at + 1]
    return next && { piece: next, from: 0, to: next.entries.length }
  }

  /** The same for the same groups with the same JSON. Only where all pieces were read. */
  digest(): bigint {
    return this.pieces.reduce((sum, { content }) => addDigests(sum, content?.sum ?? 0n), 0n)
  }

  /** Compresses a few pieces right away, more of them in the background; returns whether all are compressed. */
  compress(): boolean {
    if (this.#plain.size > compressedAtOnce) return false
    for (const { content } of this.#plain) if (content) compress(content, this.hot)
    this.#plain.clear()
    return true
  }

  /** A client that reads faster than pieces are compressed would fill the memory with plain bytes. */
  async settleSome(): Promise<void> {
    const settled = this.settle()
    if (this.#plain.size > plainAtOnce) await settled
    else settled.catch(() => undefined)
  }

  readonly settle = singleFlight(() => this.#compressInBackground())

  async #compressInBackground(): Promise<void> {
    for (const piece of this.#plain) {
      const { content } = piece
      if (content) await compressInBackground(content, this.hot)
      if (piece.content === content) this.#plain.delete(piece)
    }
  }

  /** Where an entry is, or would be. */
  #place(entry: Entry) {
    const { pieces } = this
    const at = Math.max(
      0,
      search(pieces.length, (index) => compareEntries(pieces[index]?.entries[0] as Entry, entry) <= 0) - 1,
    )
    const piece = pieces[at]
    const inside = search(
      piece?.entries.length ?? 0,
      (index) => compareEntries(piece?.entries[index] as Entry, entry) < 0,
    )
    return { at, piece, inside }
  }

  #add({ entry, body }: RenderedEntry): void {
    const { at, piece = newPiece([]), inside } = this.#place(entry)
    if (this.pieces.length === 0) this.#begin(piece)
    const { content } = piece
    const bodies = content && bodiesOf(content, this.hot).toSpliced(inside, 0, body)
    piece.entries.splice(inside, 0, entry)
    this.size += 1
    if (piece.entries.length > longestPiece) this.#split(at, bodies)
    else this.#setContent(piece, bodies, content && changedSum(content.sum, undefined, body))
  }

  /** The first of all needs nothing to be read. */
  #begin(piece: Piece): void {
    this.pieces.push(piece)
    piece.content = contentOf([])
  }

  #split(at: number, bodies: Buffer[] | undefined): void {
    const piece = this.pieces[at] as Piece
    const half = newPiece(piece.entries.splice(longestPiece / 2))
    this.pieces.splice(at + 1, 0, half)
    this.#setContent(piece, bodies?.slice(0, longestPiece / 2))
    this.#setContent(half, bodies?.slice(longestPiece / 2))
  }

  /** `instead` has the same place in the order. */
  #remove(entry: Entry, instead: RenderedEntry | undefined): void {
    const { at, piece, inside } = this.#place(entry)
    if (piece?.entries[inside]?.groupId !== entry.groupId) throw new Error(`${entry.groupId} is not in the feed`)
    const { content } = piece
    const bodies = content && bodiesOf(content, this.hot)
    const sum = content && changedSum(content.sum, bodies?.[inside], instead?.body)
    piece.entries.splice(inside, 1, ...(instead ? [instead.entry] : []))
    bodies?.splice(inside, 1, ...(instead ? [instead.body] : []))
    if (!instead) this.size -= 1
    this.#setContent(piece, bodies, sum)
    if (piece.entries.length > 0) return
    this.pieces.splice(at, 1)
    this.#unread.delete(piece)
    this.#plain.delete(piece)
  }

  #setContent(piece: Piece, bodies: readonly Buffer[] | undefined, sum?: bigint): void {
    if (piece.content) this.hot.delete(piece.content)
    piece.revision += 1
    this.revision += 1
    piece.content = bodies && contentOf(bodies, sum)
    this.#unread[bodies ? 'delete' : 'add'](piece)
    if (bodies) this.#plain.add(piece)
  }
}
