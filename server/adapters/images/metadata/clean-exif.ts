import { jpegSignature } from '#contract/images/image-signatures.ts'
import { type DirectoryKind, keptTags, pointerTags, textTags } from './exif-tags.ts'
import { isKeptThumbnail } from './exif-thumbnail.ts'
import type { Picture } from './jpeg-segments.ts'
import type { Range, Replacement } from './pieces.ts'
import { looseText, mayContainLocation } from './position-text.ts'
import {
  entryLength,
  openTiff,
  pointerOf,
  readDirectory,
  type Tiff,
  type TiffDirectory,
  type TiffEntry,
} from './tiff.ts'

/**
 * Leaves of an EXIF block what `exif-tags.ts` lists. Everything that stays keeps its place, because the notes of some
 * makers count on that; all other bytes become 0. What cannot be read goes (D60).
 */
export function cleanExif(block: Buffer, picture: Picture): Replacement {
  let content = block
  for (let round = 0; round < maxRounds; round++) {
    const cleaned = cleanOnce(content, picture)
    if (cleaned === 'same') return round === 0 ? 'same' : content
    if (!Buffer.isBuffer(cleaned)) return undefined
    content = cleaned
  }
  return undefined
}

/** Where values of a damaged block overlap, what goes with one can give another a new meaning. */
const maxRounds = 4

function cleanOnce(block: Buffer, picture: Picture): Replacement {
  const tiff = openTiff(block)
  const structure = tiff && structureOf(tiff)
  if (!tiff || !structure) return undefined
  const cleaned = Buffer.alloc(block.length)
  block.copy(cleaned, 0, 0, block.length - tiff.bytes.length + 8)
  const target = cleaned.subarray(block.length - tiff.bytes.length)
  const cleaning: Cleaning = { tiff, target, picture, structure, seen: new Set(), changed: false }
  if (!copyDirectory(cleaning, tiff.first, 'image')) return undefined
  return cleaning.changed ? cleaned : 'same'
}

interface Cleaning {
  readonly tiff: Tiff
  readonly target: Buffer
  readonly picture: Picture
  readonly structure: readonly Range[]
  readonly seen: Set<number>
  changed: boolean
}

/** Returns whether anything of the directory stays. */
function copyDirectory(cleaning: Cleaning, at: number, kind: DirectoryKind): boolean {
  const { tiff, target, seen } = cleaning
  const directory = seen.has(at) ? undefined : readDirectory(tiff, at)
  if (!directory) return false
  seen.add(at)
  const kept = directory.entries.filter((entry) => keepsEntry(cleaning, directory, { entry, kind }))
  for (const [index, entry] of kept.entries()) {
    tiff.bytes.copy(target, at + 2 + index * entryLength, entry.at, entry.at + entryLength)
    if (entry.value) tiff.bytes.copy(target, entry.value.start, entry.value.start, entry.value.end)
  }
  const count = directory.entries.length
  if (kept.length < count || directory.truncated) cleaning.changed = true
  // Values are written after the entries, so that a hostile one cannot overwrite them.
  const numbers = new DataView(target.buffer, target.byteOffset, target.length)
  numbers.setUint16(at, kept.length, tiff.isLittle)
  const end = at + 2 + kept.length * entryLength
  if (copyNext(cleaning, directory, kind) && end + 4 <= target.length) {
    numbers.setUint32(end, directory.next, tiff.isLittle)
  }
  return kept.length > 0 || count === 0
}

/** The second directory, of the thumbnail; there are no others. */
function copyNext(cleaning: Cleaning, directory: TiffDirectory, kind: DirectoryKind): boolean {
  if (directory.next === 0) return false
  const { tiff, target, picture } = cleaning
  const isFirst = kind === 'image' && directory.at === tiff.first
  const second = isFirst ? readDirectory(tiff, directory.next) : undefined
  const thumbnail = second && isKeptThumbnail(tiff, second, { picture, first: directory })
  if (!thumbnail || !copyDirectory(cleaning, directory.next, 'image')) {
    cleaning.changed = true
    return false
  }
  tiff.bytes.copy(target, thumbnail.start, thumbnail.start, thumbnail.end)
  return true
}

interface Candidate {
  readonly entry: TiffEntry
  readonly kind: DirectoryKind
}

function keepsEntry(cleaning: Cleaning, directory: TiffDirectory, { entry, kind }: Candidate): boolean {
  const { tiff, seen } = cleaning
  if (kind === 'image' || kind === 'exif') {
    const target = pointerOf(tiff, entry)
    if (entry.tag === pointerTags.exif) return !seen.has(target) && copyDirectory(cleaning, target, 'exif')
    if (entry.tag === pointerTags.interoperability) return copyDirectory(cleaning, target, 'interoperability')
    if (entry.tag === pointerTags.gps) return keepsGps(cleaning, target)
  }
  if (!keptTags[kind].has(entry.tag)) return false
  if (!entry.value) return entry.count === 0
  const isInline = entry.value.start === entry.at + 8
  if (!isInline && reachesInto(cleaning.structure, entry.value)) return false
  // The numbers of these two mean a latitude elsewhere.
  if (kind === 'interoperability' && entry.tag <= 2 && ![2, 7].includes(entry.type)) return false
  const value = tiff.bytes.subarray(entry.value.start, entry.value.end)
  if (entry.tag === 0x927c) return keepsNote(tiff, directory, value)
  return !(entry.type === 2 || textTags.has(entry.tag)) || !mayContainLocation(looseText(value))
}

/** A pointer to nothing, or to a directory with nothing but the version of the standard. */
function keepsGps(cleaning: Cleaning, at: number): boolean {
  if (at === 0 || cleaning.seen.has(at)) return true
  const gps = readDirectory(cleaning.tiff, at)
  if (!gps || gps.truncated || gps.entries.some(({ tag }) => tag !== 0)) return false
  return copyDirectory(cleaning, at, 'gps')
}

function keepsNote(tiff: Tiff, directory: TiffDirectory, note: Buffer): boolean {
  const first = readDirectory(tiff, tiff.first) ?? directory
  const make = first.entries.find(({ tag }) => tag === 0x10f)?.value
  return isKeptNote(note, make ? looseText(tiff.bytes.subarray(make.start, make.end)) : '')
}

/** More entries than the EXIF of any camera has; a block with more was made to be slow to read. */
const maxEntries = 2_000

const pointers = new Set<number>(Object.values(pointerTags))

/**
 * Where directories are, and the values of those for GPS: no other value may reach in there, so that none brings along
 * what goes. undefined when there are more entries than can be honest.
 */
function structureOf(tiff: Tiff): readonly Range[] | undefined {
  const found = new Map<number, Range[]>()
  const open = [tiff.first]
  const gps: number[] = []
  let entries = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const directory = found.has(at) ? undefined : readDirectory(tiff, at)
    if (!directory) continue
    entries += directory.entries.length
    if (entries > maxEntries) return undefined
    found.set(at, [{ start: at, end: directory.end }])
    open.push(directory.next)
    for (const entry of directory.entries.filter(({ tag }) => pointers.has(tag))) {
      const list = entry.tag === pointerTags.gps ? gps : open
      list.push(pointerOf(tiff, entry))
    }
  }
  for (const at of gps) if (!found.has(at)) found.set(at, wholeDirectory(tiff, at))
  return [...found.values()].flat()
}

function wholeDirectory(tiff: Tiff, at: number): Range[] {
  const directory = readDirectory(tiff, at)
  if (!directory) return []
  const values = directory.entries.slice(0, maxEntries).flatMap(({ value }) => value ?? [])
  return [{ start: at, end: directory.end }, ...values]
}

/** Whether a value that is not in its entry reaches into one of the ranges. */
const reachesInto = (structure: readonly Range[], { start, end }: Range): boolean =>
  structure.some((range) => start < range.end && end > range.start)

/** How the notes of makers begin that are known to hold no position. */
const makers = ['Apple iOS', 'FUJIFILM', 'OLYMP', 'OM SYSTEM', 'SIGMA', 'FOVEON']

/** Makes whose notes begin without a header. */
const makes = /^(?:canon|minolta|konica)/i

const nikonHeader = 10
const nikonLocation = 0x0039

/**
 * Whether the notes of a camera's maker stay: those known to hold no position, without an image or EXIF of their own. The
 * others hold positions, names of places, or undocumented data.
 */
function isKeptNote(note: Buffer, make: string): boolean {
  if (note.every((byte) => byte === 0)) return true
  const start = note.toString('latin1', 0, 16)
  const isKnown = makers.some((maker) => start.startsWith(maker)) || makes.test(make) || isNikonWithoutLocation(note)
  return isKnown && !note.includes('Exif\0') && !note.includes(jpegStart) && !mayContainLocation(looseText(note))
}

const jpegStart = Buffer.from(jpegSignature)

/** Nikon's notes are a TIFF structure behind their name and version. */
function isNikonWithoutLocation(note: Buffer): boolean {
  if (note.toString('latin1', 0, 6) !== 'Nikon\0') return false
  const tiff = openTiff(note.subarray(nikonHeader))
  const directory = tiff && readDirectory(tiff, tiff.first)
  return directory?.truncated === false && directory.entries.every(({ tag }) => tag !== nikonLocation)
}
