import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of a file or in memory, read from front to back. */
export interface FileBytes {
  readonly size: number
  /** The byte at an offset; 0 behind the end. */
  byte(at: number): number
  /** `[start, end)`, shorter where the bytes end. */
  read(start: number, end: number): Buffer
  /** Where a byte value stands first from `start` on before a byte that is accepted; the size when it does not. */
  find(value: number, start: number, accepts?: (next: number) => boolean): number
}

/** The bytes from an offset on, counted from there. */
export const bytesFrom = (bytes: FileBytes, offset: number): FileBytes => ({
  size: bytes.size - offset,
  byte: (at) => bytes.byte(at + offset),
  read: (start, end) => bytes.read(start + offset, end + offset),
  find: (value, start, accepts) => bytes.find(value, start + offset, accepts) - offset,
})

const windowBytes = 256 * 1024

/** Reads through a window, so that going from header to header costs no system call each. */
export function withFileBytes<T>(path: string, use: (bytes: FileBytes) => T): T {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return use(createFileBytes(size, (start, target) => readFully(file, start, target)))
  } finally {
    closeSync(file)
  }
}

export const bytesOfBuffer = (buffer: Buffer): FileBytes =>
  createFileBytes(buffer.length, (start, target) => buffer.copy(target, 0, start))

function createFileBytes(size: number, fill: (start: number, target: Buffer) => number): FileBytes {
  const window = Buffer.allocUnsafe(Math.min(size, windowBytes))
  let from = 0
  let to = 0

  function moveTo(at: number): void {
    from = at
    to = at + fill(at, window)
  }

  function byte(at: number): number {
    if (at >= size) return 0
    if (at < from || at >= to) moveTo(at)
    return window[at - from] ?? 0
  }

  return {
    size,
    byte,
    read(start, end) {
      const last = Math.min(end, size)
      const bytes = Buffer.alloc(Math.max(0, last - start))
      if (start >= from && last <= to) window.copy(bytes, 0, start - from)
      else if (bytes.length > 0) fill(start, bytes)
      return bytes
    },
    find(value, start, accepts) {
      for (let at = start; at < size; ) {
        if (at < from || at >= to) moveTo(at)
        const [first, last] = [from, to]
        // By hand: a call for each of ten million bytes would cost seconds.
        for (; at < last; at++) {
          if (window[at - first] !== value) continue
          if (!accepts || accepts(at + 1 < last ? (window[at + 1 - first] ?? 0) : byte(at + 1))) return at
          if (from !== first) break
        }
        if (from !== first) at += 1
      }
      return size
    },
  }
}

/** Throws when the file has become shorter. */
function readFully(file: number, start: number, target: Buffer): number {
  let done = 0
  while (done < target.length) {
    const count = readSync(file, target, done, target.length - done, start + done)
    if (count === 0) break
    done += count
  }
  if (done === 0) throw new Error('The file became shorter while it was read')
  return done
}
