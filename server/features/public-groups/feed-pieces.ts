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

export function createFeedPieces(): FeedPieces {
  const pieces: Piece[] = []
  let size = 0
  let whole: ReadyAnswer | undefined

  /** Where an entry is, or would be. */
  function place(entry: Entry) {
    const at = Math.max(
      0,
      search(pieces.length, (index) => compare(pieces[index]?.entries[0] as Entry, entry) <= 0) - 1,
    )
    const piece = pieces[at]
    const inside = search(piece?.entries.length ?? 0, (index) => compare(piece?.entries[index] as Entry, entry) < 0)
    return { at, piece, inside }
  }

  function add(entry: Entry): void {
    const { at, piece = { entries: [] }, inside } = place(entry)
    if (pieces.length === 0) pieces.push(piece)
    piece.entries.splice(inside, 0, entry)
    piece.made = undefined
    size += 1
    if (piece.entries.length > longestPiece) {
      pieces.splice(at + 1, 0, { entries: piece.entries.splice(longestPiece / 2) })
    }
  }

  /** `instead` has the same place in the order. */
  function remove(entry: Entry, instead: Entry | undefined): void {
    const { at, piece, inside } = place(entry)
    if (piece?.entries[inside] !== entry) throw new Error(`${entry.groupId} is not in the feed`)
    piece.entries.splice(inside, 1, ...(instead ? [instead] : []))
    piece.made = undefined
    if (!instead) size -= 1
    if (piece.entries.length === 0) pieces.splice(at, 1)
  }

  // From the entries alone and not how they are cut into pieces: all replicas say the same of the same content.
  const tag = () => tagOf(pieces.map((piece) => make(piece).tags).join(''))
  const end = () => Buffer.from(`],"totalCount":${size}}`)

  /** Compresses what is not yet; answers whether all is. */
  function compress(made: readonly NonNullable<Piece['made']>[]): boolean {
    const missing = made.filter(({ deflated }) => deflated === undefined)
    if (missing.length > compressedAtOnce) return false
    for (const each of missing) each.deflated = deflatePart(each.body)
    return true
  }
  async function compressAside(made: readonly NonNullable<Piece['made']>[]): Promise<void> {
    for (const each of made) each.deflated ??= await deflatePartAside(each.body)
  }

  function render(): ReadyAnswer {
    const made = pieces.map(make)
    const plain = [start, ...separated(made.map((each) => each.body)), end()]
    // Whoever takes gzip needs no copy of all that is not compressed.
    const body = () => Buffer.concat(plain)
    if (lengthOf(plain) < worthCompressing) return readyJson(tag(), body)
    let gzip: Buffer | undefined
    let begun = false
    return readyJson(tag(), body, () => {
      if (gzip) return gzip
      if (compress(made)) {
        const parts = made.map(({ deflated }) => deflated as Buffer)
        gzip = joinGzip({ start, parts, between: comma, end: end() }, plain)
      } else if (!begun) {
        begun = true
        compressAside(made).catch(() => undefined)
      }
      return gzip
    })
  }

  function current(): ReadyAnswer {
    whole ??= render()
    return whole
  }

  return {
    replace(before, next) {
      if (before === undefined && next === undefined) return
      whole = undefined
      const inPlace = before && next && compare(before, next) === 0
      if (before) remove(before, inPlace ? next : undefined)
      if (next && !inPlace) add(next)
    },
    whole: current,
    page(offset, limit = size) {
      const bodies: Buffer[] = []
      let skipped = offset
      for (const { entries } of pieces) {
        if (bodies.length >= limit) break
        bodies.push(...entries.slice(skipped, skipped + limit - bodies.length).map(({ answer }) => answer.body))
        skipped = Math.max(0, skipped - entries.length)
      }
      const parts = [start, ...separated(bodies), end()]
      return readyJson(current().etag, () => Buffer.concat(parts))
    },
  }
}
