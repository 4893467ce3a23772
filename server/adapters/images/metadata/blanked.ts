import type { FileBytes } from './file-bytes.ts'
import type { Pieces, Range } from './pieces.ts'

/** A part of a file that keeps its length. Its ranges come one after the other. */
export interface Blanked {
  readonly keep: (range: Range) => void
  /** Zeros instead. */
  readonly blank: (range: Range) => void
  /** Bytes of the same length instead. */
  readonly replace: (range: Range, content: Buffer) => void
}

const block = 1024 * 1024
const zeros = Buffer.alloc(block)

/** Keeps equal bytes, so that a file that needs no change is not written. */
export function createBlanked(bytes: FileBytes, pieces: Pieces): Blanked {
  const replace = (range: Range, content: Buffer) =>
    bytes.read(range.start, range.end).equals(content) ? pieces.keep(range) : pieces.put(content)
  return {
    keep: pieces.keep,
    replace,
    blank({ start, end }) {
      const last = Math.min(end, bytes.size)
      for (let at = start; at < last; at += block) {
        const range = { start: at, end: Math.min(last, at + block) }
        replace(range, zeros.subarray(0, range.end - range.start))
      }
    },
  }
}
