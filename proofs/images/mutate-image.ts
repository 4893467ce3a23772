import { crc32 } from 'node:zlib'
import type { Random } from '#proofs/random.ts'
import type { BaseImage } from './base-images.ts'

type Mutation = (bytes: Buffer, random: Random) => Buffer

/** A damaged copy: bytes changed anywhere, or pieces of its format moved, truncated, repeated or with a wrong size. */
export function mutateImage({ bytes, format }: BaseImage, others: readonly BaseImage[], random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  const own = byFormat[format]
  for (let times = 1 + random.below(3); times > 0; times--) {
    if (random.chance(0.04)) changed = splice(changed, random.pick(others).bytes, random)
    else changed = Buffer.from(random.pick(random.chance(0.5) ? own : anywhere)(changed, random))
  }
  return changed
}

const cut = (bytes: Buffer, from: number, to: number) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
const insert = (bytes: Buffer, at: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])

/** Often near the start, because sizes and tables are there. */
const place = (bytes: Buffer, random: Random) =>
  random.below(random.chance(0.5) ? Math.min(bytes.length, 700) : bytes.length)

const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

const anywhere: readonly Mutation[] = [
  (bytes, random) => {
    for (let times = 1 + random.below(8); times > 0; times--) {
      const at = place(bytes, random)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    }
    return bytes
  },
  (bytes, random) => bytes.fill(random.pick([0, 0xff, 0xd8, 0x41]), place(bytes, random)).subarray(0),
  (bytes, random) => {
    const at = place(bytes, random)
    return bytes.fill(random.pick([0, 0xff]), at, Math.min(bytes.length, at + random.below(64)))
  },
  (bytes, random) => {
    if (bytes.length < 8) return bytes
    const at = Math.min(place(bytes, random), bytes.length - 4)
    const value = random.pick(extremes)
    if (random.chance(0.5)) bytes.writeUInt32BE(value, at)
    else bytes.writeUInt16BE(value & 0xffff, at)
    return bytes
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  (bytes, random) => bytes.subarray(0, Math.max(0, bytes.length - 1 - random.below(40))),
  (bytes, random) => {
    const at = place(bytes, random)
    return cut(bytes, at, at + 1 + random.below(300))
  },
  (bytes, random) => {
    const at = place(bytes, random)
    return insert(bytes, at, bytes.subarray(at, at + random.below(2_000)))
  },
  (bytes, random) => insert(bytes, place(bytes, random), random.bytes(1 + random.below(60))),
  (bytes, random) => Buffer.concat([bytes, random.chance(0.5) ? bytes : random.bytes(400)]),
]

function splice(bytes: Buffer, other: Buffer, random: Random): Buffer {
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), other.subarray(random.chance(0.5) ? at : random.below(other.length))])
}

interface Piece {
  readonly from: number
  readonly to: number
}

/** Pieces dropped, repeated, swapped or changed; `repair` corrects checksums and sizes. */
const piecewise = (
  find: (bytes: Buffer) => Piece[],
  repair: (bytes: Buffer, piece: Piece) => void = () => undefined,
): Mutation[] => {
  const withPiece =
    (change: (bytes: Buffer, piece: Piece, random: Random) => Buffer): Mutation =>
    (bytes, random) => {
      const pieces = find(bytes)
      return pieces.length === 0 ? bytes : change(bytes, random.pick(pieces), random)
    }
  return [
    withPiece((bytes, { from, to }) => cut(bytes, from, to)),
    withPiece((bytes, { from, to }) => insert(bytes, from, bytes.subarray(from, to))),
    withPiece((bytes, { from, to }, random) =>
      insert(
        bytes,
        from,
        Buffer.concat(Array(1 + random.below(200)).fill(bytes.subarray(from, Math.min(to, from + 400)))),
      ),
    ),
    withPiece((bytes, { from, to }, random) => {
      const other = random.pick(find(bytes))
      const moved = bytes.subarray(from, to)
      return insert(cut(bytes, from, to), Math.min(other.from, bytes.length - moved.length), moved)
    }),
    withPiece((bytes, piece, random) => {
      const { from, to } = piece
      for (let times = 1 + random.below(6); times > 0; times--) {
        bytes[Math.min(to - 1, from + 4 + random.below(Math.max(1, Math.min(to - from - 4, 200))))] = random.pick([
          0,
          1,
          0x7f,
          0x80,
          0xff,
          random.below(256),
        ])
      }
      repair(bytes, piece)
      return bytes
    }),
    withPiece((bytes, { from }, random) => {
      // The declared length of the piece.
      if (from + 4 <= bytes.length)
        bytes.writeUInt16BE(random.pick(extremes) & 0xffff, from + (random.chance(0.5) ? 2 : 0))
      return bytes
    }),
  ]
}

function jpegSegments(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const to = bytes[at + 1] === 0xda ? bytes.length : at + 2 + bytes.readUInt16BE(at + 2)
    pieces.push({ from: at, to: Math.min(to, bytes.length) })
    at = to
  }
  return pieces
}

function pngChunks(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const to = at + 12 + bytes.readUInt32BE(at)
    if (to > bytes.length) break
    pieces.push({ from: at, to })
    at = to
  }
  return pieces
}

const repairPng = (bytes: Buffer, { from, to }: Piece) =>
  void bytes.writeUInt32BE(crc32(bytes.subarray(from + 4, to - 4)), to - 4)

function webpChunks(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const to = at + 8 + size + (size % 2)
    if (to > bytes.length) break
    pieces.push({ from: at, to })
    at = to
  }
  return pieces
}

/** The size of the whole file, which readers check first. */
const repairWebp: Mutation = (bytes) => {
  if (bytes.length >= 12) bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}
const repaired = (mutations: readonly Mutation[]): Mutation[] =>
  mutations.map((mutation) => (bytes, random) => repairWebp(Buffer.from(mutation(bytes, random)), random))

const byFormat: Readonly<Record<BaseImage['format'], readonly Mutation[]>> = {
  jpeg: piecewise(jpegSegments),
  png: piecewise(pngChunks, repairPng),
  webp: repaired(piecewise(webpChunks)),
}
