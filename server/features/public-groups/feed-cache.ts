import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '#server/concurrency/chunks-of.ts'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import { compareEntries, type Entry, entryOf } from '#server/domain/feed-entry.ts'
import type { ChangePosition } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { PublishedPlace } from '#server/ports/group-store.ts'
import { createFeedAnswers } from './feed-answers.ts'
import type { Piece } from './feed-piece.ts'
import { FeedPieces } from './feed-pieces.ts'
import { type RenderedEntry, render } from './rendered-entry.ts'

/** Groups that are read and rendered without yielding to other requests. */
const partSize = 50

export interface Copy {
  readonly entries: ReturnType<typeof createEntryMap>
  readonly pieces: FeedPieces
  readonly answers: ReturnType<typeof createFeedAnswers>
  position: ChangePosition
}

export type FeedCache = ReturnType<typeof createFeedCache>

/** Whose groups a feed shows (D82). */
export interface FeedScope {
  /** undefined: those of all exhibitions that `shows` has. */
  readonly exhibitionIds: readonly number[] | undefined
  shows(exhibitionId: number): boolean
  /** What the payload of a group names; undefined while there is one exhibition. */
  slugOf(exhibitionId: number): Promise<string | undefined> | string | undefined
}

interface Reads extends Pick<Deps, 'database'> {
  readonly scope: FeedScope
}

/** Those of the groups that the feed shows, with their JSON. */
export async function shownGroups({ database, scope }: Reads, groupIds: readonly string[]): Promise<RenderedEntry[]> {
  const [only, ...others] = scope.exhibitionIds ?? []
  const published = await database.groups.published(groupIds, others.length === 0 ? only : undefined)
  const shown = published.filter(({ group }) => scope.shows(group.exhibitionId))
  const rendered: RenderedEntry[] = []
  for (const each of shown) rendered.push(render(each, await scope.slugOf(each.group.exhibitionId)))
  return rendered
}

async function* shownParts(reads: Reads, groupIds: readonly string[]) {
  for (const part of chunksOf(groupIds, partSize)) {
    const shown = await shownGroups(reads, part)
    yield { part, shown: new Map(shown.map((each) => [each.entry.groupId, each])) }
    // An embedded database answers without yielding.
    if (groupIds.length > partSize) await setImmediate()
  }
}

function replace({ entries, pieces }: Copy, groupId: string, next: RenderedEntry | undefined): void {
  pieces.replace(entries.get(groupId), next)
  if (next) entries.set(next.entry)
  else entries.delete(groupId)
}

/** Reads the positions of all groups. What changes meanwhile is read again afterwards, before the first answer. */
async function load(deps: Reads): Promise<Copy> {
  const position = await deps.database.changes.position()
  const pieces = new FeedPieces()
  const copy: Copy = { entries: createEntryMap(), pieces, answers: createFeedAnswers(pieces), position }
  for await (const places of sortedPlaces(deps)) {
    pieces.append(places)
    for (const entry of places) copy.entries.set(entry)
  }
  return copy
}

/** Brings a copy to the state of the database. */
async function update(deps: Reads, copy: Copy): Promise<void> {
  const { position, groupIds } = await deps.database.changes.since(copy.position)
  for await (const { part, shown } of shownParts(deps, groupIds)) {
    for (const groupId of part) replace(copy, groupId, shown.get(groupId))
  }
  copy.position = position
}

async function readPiece(deps: Reads, copy: Copy, piece: Piece): Promise<void> {
  while (piece.content === undefined && piece.entries.length > 0) {
    const { revision, entries } = piece
    const found = new Map<string, RenderedEntry>()
    const groupIds = entries.map(({ groupId }) => groupId)
    for await (const { shown } of shownParts(deps, groupIds)) for (const [id, each] of shown) found.set(id, each)
    if (piece.revision === revision) fill(copy, piece, found)
  }
}

/** Entries that changed since they were placed are moved instead; then the piece is to be read again. */
function fill(copy: Copy, piece: Piece, found: ReadonlyMap<string, RenderedEntry>): void {
  const shown = piece.entries.map((entry) => {
    const each = found.get(entry.groupId)
    return each && compareEntries(each.entry, entry) === 0 ? each : undefined
  })
  if (shown.every((each) => each !== undefined)) {
    copy.pieces.fill(piece, shown)
    return
  }
  const moved = piece.entries.filter((_, index) => shown[index] === undefined)
  for (const { groupId } of moved) replace(copy, groupId, found.get(groupId))
}

/** Reads what was not read yet, one piece after the other. */
async function readRest(pieces: FeedPieces | undefined, read: (piece: Piece) => Promise<void>): Promise<void> {
  for (let piece = pieces?.unread(); piece; piece = pieces?.unread()) {
    await read(piece)
    await setImmediate()
  }
}

export function createFeedCache(deps: Reads) {
  let copy: Copy | undefined
  const reading = new Map<Piece, Promise<void>>()

  const refresh = singleFlight(async () => {
    if (copy === undefined) {
      copy = await load(deps)
      return
    }
    await update(deps, copy)
    // What is not compressed yet is sent uncompressed.
    copy.pieces.settle().catch(() => undefined)
  })

  /** Reads the JSON of a piece's groups. */
  function read(piece: Piece): Promise<void> {
    const running = reading.get(piece)
    if (running || copy === undefined) return running ?? Promise.resolve()
    const { pieces } = copy
    const run = readPiece(deps, copy, piece)
      .then(() => pieces.settleSome())
      .finally(() => reading.delete(piece))
    reading.set(piece, run)
    return run
  }

  return {
    /** The copy as of the last refresh; undefined before the first read. */
    get current() {
      return copy
    },
    read,
    /** The copy in the state of the database at the time of the call, or a later one. */
    async upToDate(): Promise<Copy> {
      for (;;) {
        const version = deps.database.changes.version()
        const current = typeof version === 'number' ? version : await version
        if (copy && current <= copy.position.version) return copy
        await refresh()
      }
    },
    readAll: singleFlight(() => readRest(copy?.pieces, read)),
  }
}

/** A power of two. */
const shards = 64

/** Entries by group, in many maps: one that grows copies all it has, and with a million entries everybody would wait. */
function createEntryMap() {
  const maps = Array.from({ length: shards }, () => new Map<string, Entry>())
  const mapOf = (groupId: string) => {
    let sum = 0
    for (let index = 0; index < groupId.length; index++) sum = (sum * 31 + groupId.charCodeAt(index)) | 0
    return maps[sum & (shards - 1)] as Map<string, Entry>
  }
  return {
    get: (groupId: string) => mapOf(groupId).get(groupId),
    set: (entry: Entry) => mapOf(entry.groupId).set(entry.groupId, entry),
    delete: (groupId: string) => mapOf(groupId).delete(groupId),
  }
}

const pageSize = 500

/** Positions of all published groups in the order of the feed, a month at a time, so that other requests run in between. */
async function* sortedPlaces({ database, scope }: Reads): AsyncGenerator<Entry[]> {
  const months = new Map<number, Entry[]>()
  for (const exhibitionId of scope.exhibitionIds ?? [undefined]) {
    let last: PublishedPlace | undefined
    do {
      const places = await database.groups.publishedPlaces(last, pageSize, exhibitionId)
      for (const place of places) addTo(months, entryOf(place))
      last = places.at(-1)
      // An embedded database answers without yielding.
      await setImmediate()
    } while (last)
  }
  for (const month of [...months.keys()].sort((a, b) => a - b)) {
    yield (months.get(month) ?? []).sort(compareEntries)
    months.delete(month)
    await setImmediate()
  }
}

function addTo(months: Map<number, Entry[]>, entry: Entry): void {
  const date = new Date(entry.date)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  const entries = months.get(month)
  if (entries) entries.push(entry)
  else months.set(month, [entry])
}
