import { hash } from 'node:crypto'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import type { LRUCache } from 'lru-cache'
import type { Entry } from '#server/domain/feed-entry.ts'
import { deflatePart, deflatePartInBackground } from './joined-gzip.ts'

/** The JSON of a piece's groups, with commas between them; never changed, only replaced. */
export interface Content {
  /** Where each group begins, and where the next one would. */
  readonly offsets: Uint32Array
  /** The sum of the groups' digests. */
  readonly sum: bigint
  /** One of the two is always there. */
  plain: Buffer | undefined
  deflated: Buffer | undefined
  crc: number | undefined
}

/** Plain contents that were read recently. */
export type RecentContents = LRUCache<Content, Buffer>

/** Entries that follow each other, and their JSON once it was read. */
export interface Piece {
  readonly entries: Entry[]
  /** Grows with every change of the entries or of a group. */
  revision: number
  content: Content | undefined
}

const comma = Buffer.from(',')
const digestOf = (body: Buffer): bigint => BigInt(`0x${hash('sha256', body)}`)
const modulus = 2n ** 256n

/** The sum is the same however the feed is cut into pieces. */
export const addDigests = (a: bigint, b: bigint): bigint => (a + b) % modulus

const sumOf = (bodies: readonly Buffer[]): bigint => bodies.reduce((sum, body) => addDigests(sum, digestOf(body)), 0n)

/** The sum after one group was replaced by another; undefined where there is none. */
export const changedSum = (sum: bigint, before: Buffer | undefined, next: Buffer | undefined): bigint =>
  addDigests(sum, (next ? digestOf(next) : 0n) + modulus - (before ? digestOf(before) : 0n))

export const withCommas = (buffers: readonly Buffer[]): Buffer[] =>
  buffers.flatMap((buffer, index) => (index === 0 ? [buffer] : [comma, buffer]))

export function contentOf(bodies: readonly Buffer[], sum = sumOf(bodies)): Content {
  const offsets = new Uint32Array(bodies.length + 1)
  for (const [index, { length }] of bodies.entries()) offsets[index + 1] = (offsets[index] ?? 0) + length + comma.length
  return { offsets, sum, plain: Buffer.concat(withCommas(bodies)), deflated: undefined, crc: undefined }
}

export const lengthOf = ({ offsets }: Content): number => Math.max(0, (offsets.at(-1) ?? 0) - comma.length)

export function plainOf(content: Content, hot?: RecentContents): Buffer {
  const ready = content.plain ?? hot?.get(content)
  if (ready) return ready
  const chunkSize = lengthOf(content) + 64
  const plain = inflateRawSync(content.deflated as Buffer, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize })
  hot?.set(content, plain)
  return plain
}

export const bodyAt = (plain: Buffer, { offsets }: Content, index: number): Buffer =>
  plain.subarray(offsets[index], (offsets[index + 1] ?? 0) - comma.length)

export const bodiesOf = (content: Content, hot?: RecentContents): Buffer[] => {
  const plain = plainOf(content, hot)
  return Array.from({ length: content.offsets.length - 1 }, (_, index) => bodyAt(plain, content, index))
}

export function crcOf(content: Content): number {
  content.crc ??= crc32(plainOf(content))
  return content.crc
}

/** With memory of its own: as a part of a larger buffer it would keep all of that. */
export function copyBuffer(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** From now on only the compressed bytes are kept, and the plain ones while they are hot. */
function keep(content: Content, deflated: Buffer, hot: RecentContents): void {
  const { plain } = content
  crcOf(content)
  content.deflated = copyBuffer(deflated)
  content.plain = undefined
  if (plain) hot.set(content, plain)
}

export function compress(content: Content, hot: RecentContents): void {
  if (content.plain && !content.deflated) keep(content, deflatePart(content.plain), hot)
}

export async function compressInBackground(content: Content, hot: RecentContents): Promise<void> {
  if (!content.plain || content.deflated) return
  const deflated = await deflatePartInBackground(content.plain)
  if (!content.deflated) keep(content, deflated, hot)
}
