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
  /** The first place of some bytes that begins inside a range; its end if there is none. */
  search(wanted: Buffer, range: { readonly start: number; readonly end: number }): number
}

/** The bytes from an offset on, counted from there. */
export const bytesFrom = (bytes: FileBytes, offset: number): FileBytes => ({
  size: bytes.size - offset,
  byte: (at) => bytes.byte(at + offset),
  read: (start, end) => bytes.read(start + offset, end + offset),
  find: (value, start, accepts) => bytes.find(value, start + offset, accepts) - offset,
  search: (wanted, { start, end }) => bytes.search(wanted, { start: start + offset, end: end + offset }) - offset,
})

/** Fills a buffer with the bytes from an offset on, and answers how many there were. */
type Fill = (start: number, target: Buffer) => number

const windowBytes = 256 * 1024
/** For the next file: new ones would keep the garbage collector busy. */
let spareWindow: Buffer | undefined

/** Reads through a window, so that going from header to header costs no system call each. */
export function withFileBytes<T>(path: string, use: (bytes: FileBytes) => T): T {
  const file = openSync(path, 'r')
  const window = spareWindow ?? Buffer.allocUnsafeSlow(windowBytes)
  spareWindow = undefined
  try {
    const { size } = fstatSync(file)
    return use(new WindowedBytes(size, window, (start, target) => readFully(file, start, target)))
  } finally {
    spareWindow = window
    closeSync(file)
  }
}

export const bytesOfBuffer = (buffer: Buffer): FileBytes => new WindowedBytes(buffer.length, buffer)

/** Bytes looked at one by one before the rest is searched. */
const maxMisses = 8

class WindowedBytes implements FileBytes {
  readonly size: number
  readonly #fill: Fill | undefined
  readonly #window: Buffer
  #from = 0
  #to: number

  /** Without `fill` the window shows everything. */
  constructor(size: number, window: Buffer, fill?: Fill) {
    this.size = size
    this.#window = window
    this.#fill = fill
    this.#to = fill ? 0 : size
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
    else if (bytes.length > 0) this.#fill?.(start, bytes)
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

  search(wanted: Buffer, { start, end }: { readonly start: number; readonly end: number }): number {
    const last = Math.min(end, this.size)
    for (let at = start; at < last; ) {
      this.#show(at, wanted.length)
      const found = this.#window.subarray(0, this.#to - this.#from).indexOf(wanted, at - this.#from)
      if (found >= 0) return Math.min(this.#from + found, end)
      // It may begin in one window and end in the next.
      at = Math.max(at + 1, this.#to - wanted.length + 1)
    }
    return end
  }

  #show(at: number, length = 1): void {
    if (at >= this.#from && Math.min(at + length, this.size) <= this.#to) return
    this.#from = at
    this.#to = at + (this.#fill?.(at, this.#window) ?? 0)
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
