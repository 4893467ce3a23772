import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

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

interface Part {
  /** From `deflatePart`. */
  readonly deflated: Buffer
  /** Of the plain bytes. */
  readonly crc: number
  readonly length: number
}

interface Joined {
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

// The CRC of two texts, one after the other, from the CRCs of both: as in zlib's crc32_combine, whose names these are.

const polynomial = 0xedb88320

/** Product of two polynomials modulo that of CRC-32, bits reflected. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 2^n. */
const powers = [2 ** 30]
for (let n = 1; n < 32; n++) powers.push(multiply(powers[n - 1] as number, powers[n - 1] as number))

/** x to the power of 8 · length. */
function shiftBy(length: number): number {
  let shift = 2 ** 31
  for (let rest = length, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = multiply(powers[n % 32] as number, shift)
  }
  return shift
}

/** The CRC of a text followed by one of `length` bytes, whose CRC is `next`. */
export const joinCrc = (crc: number, next: number, length: number): number =>
  (multiply(shiftBy(length), crc) ^ next) >>> 0
