import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { scratchOf } from '#server/domain/images/scratch-files.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

/** What a file becomes: ranges that stay as they are, and new bytes. */
export interface Pieces {
  readonly keep: (range: Range) => void
  readonly put: (bytes: Buffer) => void
  /** Keeps a range where its new content is its old one, puts the new one, or leaves it out. */
  readonly replace: (range: Range, content: Replacement) => void
  readonly list: readonly (Range | Buffer)[]
  /** Whether all of that many bytes stay unchanged. */
  readonly isWhole: (size: number) => boolean
}

/** `same`: nothing had to go. `undefined`: all of it has to. */
export type Replacement = Buffer | 'same' | undefined

export function createPieces(): Pieces {
  const list: (Range | Buffer)[] = []
  function keep({ start, end }: Range): void {
    const last = list.at(-1)
    if (end <= start) return
    if (last && !Buffer.isBuffer(last) && last.end === start) list[list.length - 1] = { start: last.start, end }
    else list.push({ start, end })
  }
  return {
    list,
    keep,
    put: (bytes) => void list.push(bytes),
    replace(range, content) {
      if (content === 'same') keep(range)
      else if (content) list.push(content)
    },
    isWhole(size) {
      const [only, more] = list
      return more === undefined && only !== undefined && !Buffer.isBuffer(only) && only.start === 0 && only.end === size
    },
  }
}

/**
 * Makes a file what the pieces say where only as many bytes change as before, and the rest stays or goes at its end: nearly all of
 * a photo need not be written again. Returns whether that is so; if not, nothing has changed.
 */
export function patchFile(path: string, { list }: Pieces): boolean {
  const patches: { at: number; bytes: Buffer }[] = []
  let size = 0
  for (const piece of list) {
    if (Buffer.isBuffer(piece)) patches.push({ at: size, bytes: piece })
    else if (piece.start !== size) return false
    size = Buffer.isBuffer(piece) ? size + piece.length : piece.end
  }
  using opened = new DisposableStack()
  const file = opened.adopt(openSync(path, 'r+'), closeSync)
  for (const { at, bytes } of patches) writeFully(file, bytes, at)
  ftruncateSync(file, size)
  return true
}

const copyBytes = 2 ** 20

/** Puts what the pieces make in the place of a file, durably: a crash leaves the one or the other. */
export function rewriteFile(path: string, pieces: Pieces): void {
  const next = scratchOf(path, '.new')
  try {
    writePieces(pieces, { from: path, to: next })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/** Writes what the pieces make of one file to another. */
export function writePieces({ list }: Pieces, { from, to }: { from: string; to: string }): void {
  using opened = new DisposableStack()
  const source = opened.adopt(openSync(from, 'r'), closeSync)
  const target = opened.adopt(openSync(to, 'w', statSync(from).mode & 0o777), closeSync)
  const buffer = Buffer.allocUnsafe(copyBytes)
  for (const piece of list) {
    if (Buffer.isBuffer(piece)) writeFully(target, piece)
    else copyRange(piece, { source, target, buffer })
  }
  fsyncSync(target)
}

function copyRange(
  { start, end }: Range,
  { source, target, buffer }: { source: number; target: number; buffer: Buffer },
): void {
  for (let at = start; at < end; ) {
    const count = readSync(source, buffer, 0, Math.min(buffer.length, end - at), at)
    if (count === 0) throw new Error('The file became shorter while it was read')
    writeFully(target, buffer.subarray(0, count))
    at += count
  }
}

/** At the current position if none is given. */
function writeFully(file: number, bytes: Buffer, at?: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at === undefined ? null : at + done)
  }
}
