import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { joinCrc } from './join-crc.ts'

// A gzip file can be assembled from parts that were compressed separately: every part ends on a byte boundary and refers to
// nothing before it. Several gzip files in a row would be simpler, but browsers read only the first.

const options = { finishFlush: constants.Z_SYNC_FLUSH }

/** Compresses one part, to be joined later. */
export const deflatePart = (bytes: Buffer): Buffer => deflateRawSync(bytes, options)

/** The same on another thread. */
export const deflatePartInBackground: (bytes: Buffer) => Promise<Buffer> = (bytes) =>
  deflateInBackground(bytes, options)
const deflateInBackground = promisify(deflateRaw)

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Bytes that are not compressed, at most 65,535. */
function stored(bytes: Buffer, last = false): Buffer {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt8(last ? 1 : 0)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(bytes.length ^ 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

export interface Part {
  /** From `deflatePart`. */
  readonly deflated: Buffer
  /** Of the plain bytes. */
  readonly crc: number
  readonly length: number
}

export interface Joined {
  readonly start: Buffer
  readonly parts: readonly Part[]
  readonly between: Buffer
  readonly end: Buffer
}

const plainPart = (bytes: Buffer) => ({ crc: crc32(bytes), length: bytes.length })

function trailerOf({ start, parts, between, end }: Joined): Buffer {
  const separator = plainPart(between)
  const plain = [plainPart(start), ...parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))]
  plain.push(plainPart(end))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(plain.reduce((sum, { crc, length }) => joinCrc(sum, crc, length), 0))
  trailer.writeUInt32LE(plain.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 4)
  return trailer
}

/** The gzip file of the start, the parts with `between` between them, and the end; in buffers that follow each other. */
export function joinGzip(joined: Joined): Buffer[] {
  const { start, parts, between, end } = joined
  const separator = stored(between)
  const separated = parts.flatMap(({ deflated }, index) => (index === 0 ? [deflated] : [separator, deflated]))
  return [header, stored(start), ...separated, stored(end, true), trailerOf(joined)]
}
