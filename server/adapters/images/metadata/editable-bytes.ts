import { fstatSync, readSync, writeSync } from 'node:fs'

/** Bytes that are read and overwritten in place, of a file or in memory. They never grow, shrink or move. */
export interface EditableBytes {
  readonly size: number
  /** A copy of `[start, end)`, shorter where the bytes end. */
  read(start: number, end: number): Buffer
  write(at: number, bytes: Buffer): void
}

export interface Range {
  readonly start: number
  readonly end: number
}

const windowLength = 64 * 1024

/** Reads small pieces through a window of 64 kB, so that going from header to header costs no system call each. */
export function bytesOfFile(file: number): EditableBytes {
  const { size } = fstatSync(file)
  let window = { start: 0, bytes: Buffer.alloc(0) }

  function read(start: number, end: number): Buffer {
    const last = Math.min(end, size)
    if (start >= last) return Buffer.alloc(0)
    if (last - start >= windowLength) return readFully(file, { start, end: last })
    if (start < window.start || last > window.start + window.bytes.length) {
      window = { start, bytes: readFully(file, { start, end: Math.min(size, start + windowLength) }) }
    }
    return Buffer.from(window.bytes.subarray(start - window.start, last - window.start))
  }

  function write(at: number, bytes: Buffer): void {
    window = { start: 0, bytes: Buffer.alloc(0) }
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
  }

  return { size, read, write }
}

export const bytesOfBuffer = (buffer: Buffer): EditableBytes => ({
  size: buffer.length,
  read: (start, end) => Buffer.from(buffer.subarray(start, end)),
  write: (at, bytes) => void bytes.copy(buffer, at),
})

function readFully(file: number, { start, end }: Range): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(end - start)
  let done = 0
  while (done < bytes.length) {
    const count = readSync(file, bytes, done, bytes.length - done, start + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}
