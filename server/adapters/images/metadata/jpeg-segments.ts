import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

/** Size as stored; undefined where it cannot be read. */
export type Picture = { readonly width: number; readonly height: number } | undefined

/**
 * `segment`: a marker with its data. `mark`: a marker without data. `scan`: what follows the segment that begins one.
 * `junk`: bytes before a marker that decoders skip. `rest`: what follows the end of the image.
 */
export interface JpegPart extends Range {
  readonly kind: 'segment' | 'mark' | 'scan' | 'junk' | 'rest'
  /** 0 for what is none. */
  readonly marker: number
}

const isStandalone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** More than any camera or program writes, by far. */
export const maxParts = 20_000

/** The parts of a JPEG in order and without a gap, up to a maximum number. */
export function segmentsOf(bytes: FileBytes): JpegPart[] {
  const parts = Array.from(partsOf(bytes))
  return isPlain(parts, bytes.size) ? parts : untilMovie(bytes, parts)
}

function* partsOf(bytes: FileBytes): Generator<JpegPart> {
  for (let at = 0, parts = 0; at < bytes.size && parts < maxParts; parts++) {
    const part = partAt(bytes, at)
    yield part
    at = part.end
    if (part.marker === 0xda) {
      const end = endOfScan(bytes, at)
      if (end > at) yield { kind: 'scan', marker: 0, start: at, end }
      at = end
    }
    if (part.marker === 0xd9) {
      if (at < bytes.size) yield { kind: 'rest', marker: 0, start: at, end: bytes.size }
      return
    }
  }
}

const tablesBetweenScans = [0xc4, 0xda, 0xdb, 0xdc, 0xdd]

/** Nothing but tables and scans up to a proper end: no room for a video. Saves a search through all bytes. */
function isPlain(parts: readonly JpegPart[], size: number): boolean {
  const last = parts.at(-1)
  const scans = parts.slice(parts.findIndex(({ kind }) => kind === 'scan'))
  return (
    last?.marker === 0xd9 &&
    last.end === size &&
    scans.every(({ kind, marker }) => kind === 'scan' || marker === 0xd9 || tablesBetweenScans.includes(marker))
  )
}

/** If the end marker of the image is missing, a video may follow directly. */
function untilMovie(bytes: FileBytes, parts: JpegPart[]): JpegPart[] {
  for (const [index, part] of parts.entries()) {
    const { start, end } = part
    const movie = part.kind === 'scan' ? findMovie(bytes, part) : end
    if (movie === end) continue
    const scan = movie > start ? [{ ...part, end: movie }] : []
    return [...parts.slice(0, index), ...scan, { kind: 'rest', marker: 0, start: movie, end: bytes.size }]
  }
  return parts
}

function partAt(bytes: FileBytes, start: number): JpegPart {
  const mark = bytes.byte(start) === 0xff ? start : bytes.find(0xff, start)
  if (mark > start) return { kind: 'junk', marker: 0, start, end: mark }
  let code = start + 1
  while (bytes.byte(code) === 0xff && code < bytes.size) code += 1
  const marker = bytes.byte(code)
  if (marker === 0 || code >= bytes.size) return { kind: 'junk', marker: 0, start, end: Math.min(bytes.size, code + 1) }
  if (isStandalone(marker) || marker === 0xd9) return { kind: 'mark', marker, start, end: code + 1 }
  const length = bytes.byte(code + 1) * 256 + bytes.byte(code + 2)
  return { kind: 'segment', marker, start, end: Math.min(bytes.size, code + 1 + Math.max(2, length)) }
}

/** Where the next marker is that is neither a zero byte nor one that restarts the decoder. */
const endOfScan = (bytes: FileBytes, from: number): number =>
  bytes.find(0xff, from, (next) => next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7))

/** The size according to the frame header. */
export function sizeOf(bytes: FileBytes): Picture {
  for (const { kind, marker, start } of partsOf(bytes)) {
    if (marker === 0xda) return undefined
    const isFrame = kind === 'segment' && marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    const frame = bytes.read(start + 5, start + 9)
    return frame.length < 4 ? undefined : { width: frame.readUInt16BE(2), height: frame.readUInt16BE(0) }
  }
  return undefined
}

const fileType = Buffer.from('ftyp')
const movie = Buffer.from('moov')

/**
 * Where a video begins in a range; its end when nowhere. Sizes and names of its first boxes are compared: a picture of
 * any size does not hold them by chance.
 */
const findMovie = (bytes: FileBytes, range: Range): number =>
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
