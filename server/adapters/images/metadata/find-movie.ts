import type { FileBytes } from './file-bytes.ts'

const block = 64 * 1024
/** What is looked at of a box: its size, its name, its first child's size and name. */
const headBytes = 16

/**
 * Where a video begins between two offsets; the second one when nowhere. Sizes and names of its first boxes are compared:
 * a picture of any size does not hold them by chance.
 */
export function findMovie(bytes: FileBytes, from: number, to: number): number {
  for (let at = from; at < to; at += block) {
    const some = bytes.read(at, Math.min(to + headBytes, at + block + headBytes))
    for (const start of [boxStart(some, 'ftyp', isFileType), boxStart(some, 'moov', isMovie)].sort((a, b) => a - b)) {
      if (start >= 0 && at + start < to) return at + start
    }
  }
  return to
}

function boxStart(some: Buffer, name: string, isBox: (box: Buffer) => boolean): number {
  for (let at = some.indexOf(name, 4, 'latin1'); at >= 0; at = some.indexOf(name, at + 1, 'latin1')) {
    if (isBox(some.subarray(at - 4))) return at - 4
  }
  return -1
}

/** Brands take few bytes. */
const isFileType = (box: Buffer): boolean => box.readUInt32BE(0) >= 8 && box.readUInt32BE(0) < 256

const isMovie = (box: Buffer): boolean => box.toString('latin1', 12, 16) === 'mvhd'
