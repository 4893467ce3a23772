import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of a file or in memory, read from front to back. */
export interface FileBytes {
  readonly size: number
  /** The byte at an offset; 0 behind the end. */
  byte(at: number): number
  /** `[start, end)`, shorter where the bytes end. */
  read(start: number, end: number): Buffer
  /** The first place from `start` on of a byte value before a byte that is accepted; the size if there is none. */
  find(value: number, start: number, accepts?: (next: number) => boolean): number
}

/** The bytes from an offset on, counted from there. */
export const bytesFrom = (bytes: FileBytes, offset: number): FileBytes => ({
  size: bytes.size - offset,
  byte: (at) => bytes.byte(at + offset),
  read: (start, end) => bytes.read(start + offset, end + offset),
  find: (value, start, accepts) => bytes.find(value, start + offset, accepts) - offset,
})

/** Fills a buffer with the bytes from an offset on, and answers how many there were. */
type Fill = (start: number, target: Buffer) => number

const windowBytes = 256 * 1024

/** Reads through a window, so that going from header to header costs no system call each. */
export function withFileBytes<T>(path: string, use: (bytes: FileBytes) => T): T {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return use(new WindowedBytes(size, (start, target) => readFully(file, start, target)))
  } finally {
    closeSync(file)
  }
}

export const bytesOfBuffer = (buffer: Buffer): FileBytes =>
  new WindowedBytes(buffer.length, (start, target) => buffer.copy(target, 0, start))

/** Bytes looked at one by one before the rest is searched. */
const maxMisses = 8

class WindowedBytes implements FileBytes {
  readonly size: number
  readonly #fill: Fill
  readonly #window: Buffer
  #from = 0
  #to = 0

  constructor(size: number, fill: Fill) {
    this.size = size
    this.#fill = fill
    this.#window = Buffer.allocUnsafe(Math.min(size, windowBytes))
  }

  byte(at: number): number {
    if (at >= this.size) return 0
    this.#show(at)
    return this.#window[at - this.#from] ?? 0
  }

  read(start: number, end: number): Buffer {
    const last = Math.min(end, this.size)
    const bytes = Buffer.alloc(Math.max(0, last - start))
    if (start >= this.#from && last <= this.#to) this.#window.copy(bytes, 0, start - this.#from)
    else if (bytes.length > 0) this.#fill(start, bytes)
    return bytes
  }

  find(value: number, start: number, accepts?: (next: number) => boolean): number {
    const window = this.#window
    for (let at = start; at < this.size; ) {
      this.#show(at)
      const [first, last] = [this.#from, this.#to]
      // A call for each of ten million hits would cost seconds, and so would a look at each byte between distant ones.
      for (let misses = 0; at < last; at++) {
        if (window[at - first] !== value) {
          if (++misses < maxMisses) continue
          const next = window.indexOf(value, at - first)
          if (next < 0 || first + next >= last) break
          at = first + next
        }
        misses = 0
        if (!accepts || accepts(at + 1 < last ? (window[at + 1 - first] ?? 0) : this.byte(at + 1))) return at
        if (this.#from !== first) break
      }
      at = this.#from === first ? last : at + 1
    }
    return this.size
  }

  #show(at: number): void {
    if (at >= this.#from && at < this.#to) return
    this.#from = at
    this.#to = at + this.#fill(at, this.#window)
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
