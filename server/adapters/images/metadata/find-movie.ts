import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

const fileType = Buffer.from('ftyp')
const movie = Buffer.from('moov')

/**
 * Where a video begins in a range; its end when nowhere. Sizes and names of its first boxes are compared: a picture of
 * any size does not hold them by chance.
 */
export const findMovie = (bytes: FileBytes, range: Range): number =>
  Math.min(
    boxStart(bytes, range, { name: fileType, isBox: isFileType }),
    boxStart(bytes, range, { name: movie, isBox: isMovie }),
  )

/** What is looked at of a box: its size, its name, its first child's size and name. */
const headBytes = 16

interface WantedBox {
  readonly name: Buffer
  readonly isBox: (head: Buffer) => boolean
}

/** The name comes behind the size. */
function boxStart(bytes: FileBytes, { start, end }: Range, { name, isBox }: WantedBox): number {
  const next = (from: number) => bytes.search(name, { start: from + 4, end: end + 4 }) - 4
  let at = next(start)
  while (at < end && !isBox(bytes.read(at, at + headBytes))) at = next(at + 1)
  return at
}

/** Brands take few bytes. */
const isFileType = (head: Buffer): boolean => head.readUInt32BE(0) >= 8 && head.readUInt32BE(0) < 256

const isMovie = (head: Buffer): boolean => head.toString('latin1', 12, 16) === 'mvhd'
