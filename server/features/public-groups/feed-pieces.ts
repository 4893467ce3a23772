import type { ReadyAnswer } from '#server/http/stored-files/ready-answer.ts'
import { deflatePart, deflatePartAside, joinGzip, lengthOf } from './joined-gzip.ts'
import { readyJson, tagOf } from './ready-json.ts'

export interface Entry {
  readonly groupId: string
  readonly order: readonly [date: string, year: number, uploadDate: string, groupId: string]
  readonly answer: ReadyAnswer
}

/** Some entries that follow each other, and what was made of them. */
interface Piece {
  readonly entries: Entry[]
  made?: { readonly body: Buffer; readonly tags: string; deflated?: Buffer } | undefined
}

/** The entries of the feed in their order. A change costs the piece it falls into; the rest is copied. */
export interface FeedPieces {
  /** Takes out one entry and puts in another, of the same group; undefined where there is none. */
  replace(before: Entry | undefined, next: Entry | undefined): void
  /** All entries, ready to send. */
  whole(): ReadyAnswer
  /** `limit` of them from `offset`. */
  page(offset: number, limit: number | undefined): ReadyAnswer
}

/** A piece is split in two when it gets longer; half a piece takes a millisecond to compress. */
const longestPiece = 256
/** So few are compressed at once; more on another thread, and until then the plain bytes are sent: nobody waits. */
const compressedAtOnce = 4
/** Below this a compressed answer is no smaller on the wire. */
const worthCompressing = 1_400

const start = Buffer.from('{"groups":[')
const comma = Buffer.from(',')

function compare({ order: a }: Entry, { order: b }: Entry): number {
  for (let i = 0; i < a.length; i++) {
    const [left, right] = [a[i] as string | number, b[i] as string | number]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

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

const separated = (buffers: readonly Buffer[]): Buffer[] =>
  buffers.flatMap((buffer, index) => (index === 0 ? [buffer] : [comma, buffer]))

const make = (piece: Piece): NonNullable<Piece['made']> => {
  piece.made ??= {
    body: Buffer.concat(separated(piece.entries.map(({ answer }) => answer.body))),
    tags: piece.entries.map(({ answer }) => answer.etag).join(''),
  }
  return piece.made
}

export const createFeedPieces = (): FeedPieces => new SortedPieces()

class SortedPieces implements FeedPieces {
  readonly #pieces: Piece[] = []
  #size = 0
  #whole: ReadyAnswer | undefined

  replace(before: Entry | undefined, next: Entry | undefined): void {
    if (before === undefined && next === undefined) return
    this.#whole = undefined
    const inPlace = before && next && compare(before, next) === 0
    if (before) this.#remove(before, inPlace ? next : undefined)
    if (next && !inPlace) this.#add(next)
  }

  whole(): ReadyAnswer {
    this.#whole ??= this.#render()
    return this.#whole
  }

  page(offset: number, limit = this.#size): ReadyAnswer {
    const bodies: Buffer[] = []
    let skipped = offset
    for (const { entries } of this.#pieces) {
      if (bodies.length >= limit) break
      bodies.push(...entries.slice(skipped, skipped + limit - bodies.length).map(({ answer }) => answer.body))
      skipped = Math.max(0, skipped - entries.length)
    }
    const parts = [start, ...separated(bodies), this.#end()]
    return readyJson(this.whole().etag, () => Buffer.concat(parts))
  }

  /** Where an entry is, or would be. */
  #place(entry: Entry) {
    const pieces = this.#pieces
    const at = Math.max(
      0,
      search(pieces.length, (index) => compare(pieces[index]?.entries[0] as Entry, entry) <= 0) - 1,
    )
    const piece = pieces[at]
    const inside = search(piece?.entries.length ?? 0, (index) => compare(piece?.entries[index] as Entry, entry) < 0)
    return { at, piece, inside }
  }

  #add(entry: Entry): void {
    const { at, piece = { entries: [] }, inside } = this.#place(entry)
    if (this.#pieces.length === 0) this.#pieces.push(piece)
    piece.entries.splice(inside, 0, entry)
    piece.made = undefined
    this.#size += 1
    if (piece.entries.length > longestPiece) {
      this.#pieces.splice(at + 1, 0, { entries: piece.entries.splice(longestPiece / 2) })
    }
  }

  /** `instead` has the same place in the order. */
  #remove(entry: Entry, instead: Entry | undefined): void {
    const { at, piece, inside } = this.#place(entry)
    if (piece?.entries[inside] !== entry) throw new Error(`${entry.groupId} is not in the feed`)
    piece.entries.splice(inside, 1, ...(instead ? [instead] : []))
    piece.made = undefined
    if (!instead) this.#size -= 1
    if (piece.entries.length === 0) this.#pieces.splice(at, 1)
  }

  #end(): Buffer {
    return Buffer.from(`],"totalCount":${this.#size}}`)
  }

  #render(): ReadyAnswer {
    const made = this.#pieces.map(make)
    const end = this.#end()
    const plain = [start, ...separated(made.map((each) => each.body)), end]
    // From the entries alone and not how they are cut into pieces: all replicas say the same of the same content.
    const tag = tagOf(made.map((each) => each.tags).join(''))
    // Whoever takes gzip needs no copy of all that is not compressed.
    const body = () => Buffer.concat(plain)
    if (lengthOf(plain) < worthCompressing) return readyJson(tag, body)
    let gzip: Buffer | undefined
    let begun = false
    return readyJson(tag, body, () => {
      if (gzip) return gzip
      if (compress(made)) {
        const parts = made.map(({ deflated }) => deflated as Buffer)
        gzip = joinGzip({ start, parts, between: comma, end }, plain)
      } else if (!begun) {
        begun = true
        compressAside(made).catch(() => undefined)
      }
      return gzip
    })
  }
}

type MadePiece = NonNullable<Piece['made']>

/** Compresses what is not yet; answers whether all is. */
function compress(made: readonly MadePiece[]): boolean {
  const missing = made.filter(({ deflated }) => deflated === undefined)
  if (missing.length > compressedAtOnce) return false
  for (const each of missing) each.deflated = deflatePart(each.body)
  return true
}

async function compressAside(made: readonly MadePiece[]): Promise<void> {
  for (const each of made) each.deflated ??= await deflatePartAside(each.body)
}
