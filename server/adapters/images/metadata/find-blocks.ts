import type { EditableBytes, Range } from './editable-bytes.ts'
import { findFirst, type Hits, searchMetadata, signatures } from './signatures.ts'
import { openTiff } from './tiff.ts'

const longestSegment = 64 * 1024

/** Bytes before the packet: the signature, for continued packets with the numbers after it. */
const xmpHeader = signatures.xmp.length
const extensionHeader = signatures.xmpExtension.length + 40

export interface MetadataBlocks {
  /** TIFF structures, with or without the `Exif` mark. */
  readonly exif: readonly Range[]
  /** Packets, each in the order of its parts. */
  readonly xmp: readonly (readonly Range[])[]
  /** `moov` boxes of appended videos. */
  readonly movies: readonly Range[]
}

/** Finds the blocks of metadata that begin in a range; no block of a kind begins inside another. */
export function findBlocks(bytes: EditableBytes, range: Range): MetadataBlocks {
  const hits = searchMetadata(bytes, range)
  const whole = disjoint(hits.xmp.flatMap((at) => segmentAt(bytes, { at, range, header: xmpHeader }) ?? []))
  const continued = extensionsOf(bytes, { hits, range })
  const loose = looseRdf(bytes, { hits, range, known: [...whole, ...continued.flat()] })
  return {
    exif: exifBlocks(bytes, { hits, range }),
    xmp: [...[...whole, ...loose].map((packet) => [packet]), ...continued],
    movies: disjoint(hits.movieHeader.flatMap((at) => movieAt(bytes, { at, range }) ?? [])),
  }
}

interface Found {
  readonly hits: Hits
  readonly range: Range
}

function exifBlocks(bytes: EditableBytes, { hits, range }: Found): Range[] {
  const guessEnd = (at: number, next = range.end) => Math.min(range.end, next, at + longestSegment)
  const plain = hits.exif
    .filter((at) => openTiff(bytes.read(at, at + 14)))
    .map((at, index, all) => segmentAt(bytes, { at, range }) ?? { start: at, end: guessEnd(at, all[index + 1]) })
  const resources = hits.photoshopExif.map((at) => photoshopResource(bytes, { at, range }))
  return disjoint([...plain, ...resources].sort((one, other) => one.start - other.start))
}

/** `8BIM`, its number, a padded name with its length before it, the length of the data, the data. */
function photoshopResource(bytes: EditableBytes, { at, range }: { at: number; range: Range }): Range {
  const nameLength = bytes.read(at + 6, at + 7)[0] ?? 0
  const start = at + 6 + 2 * Math.ceil((nameLength + 1) / 2) + 4
  const length = bytes.read(start - 4, start)
  const claimed = length.length === 4 ? length.readUInt32BE() : 0
  return { start, end: Math.min(range.end, start + Math.min(claimed, longestSegment)) }
}

/** A box has its length and its type before its content; `mvhd` is the first box inside `moov`. */
function movieAt(bytes: EditableBytes, { at, range }: { at: number; range: Range }): Range | undefined {
  const start = at - 12
  const header = start < range.start ? Buffer.alloc(0) : bytes.read(start, at)
  if (header.toString('latin1', 4, 8) !== 'moov') return undefined
  return { start, end: Math.min(range.end, start + header.readUInt32BE()) }
}

/** The rest after `header` bytes of the JPEG segment that begins at a signature; undefined when none does. */
function segmentAt(
  bytes: EditableBytes,
  { at, range, header = 0 }: { at: number; range: Range; header?: number },
): Range | undefined {
  const mark = at < 4 ? Buffer.alloc(0) : bytes.read(at - 4, at)
  if (mark.length < 4 || mark.readUInt16BE() !== 0xffe1) return undefined
  const end = Math.min(range.end, at - 2 + mark.readUInt16BE(2))
  return at + header < end ? { start: at + header, end } : undefined
}

/** A packet too long for one segment continues in others: signature, its id of 32 characters, its length, an offset. */
function extensionsOf(bytes: EditableBytes, { hits, range }: Found): Range[][] {
  const segments = hits.xmpExtension.flatMap((at) => segmentAt(bytes, { at, range, header: extensionHeader }) ?? [])
  const parts = disjoint(segments).map((part) => {
    const numbers = bytes.read(part.start - 40, part.start)
    return { ...part, id: numbers.toString('latin1', 0, 32), offset: numbers.readUInt32BE(36) }
  })
  const packets = [...Map.groupBy(parts, ({ id }) => id).values()]
  return packets.map((packet) => packet.sort((one, other) => one.offset - other.offset))
}

const rdfEnd = Buffer.from('</rdf:RDF>', 'latin1')
const longestLooseRdf = 1024 * 1024

/** XMP that is in no segment of its own: in a WebP or PNG chunk, a Photoshop resource, an appended video. */
function looseRdf(bytes: EditableBytes, { hits, range, known }: Found & { known: Range[] }): Range[] {
  const blocks = known.toSorted((one, other) => one.start - other.start)
  const found: Range[] = []
  let block = 0
  for (const at of hits.rdf) {
    while ((blocks[block]?.end ?? at + 1) <= at) block += 1
    if (at < (found.at(-1)?.end ?? 0) || at >= (blocks[block]?.start ?? range.end)) continue
    const close = findFirst(bytes, rdfEnd, { start: at, end: Math.min(range.end, at + longestLooseRdf) })
    found.push({ start: at, end: close ? close + rdfEnd.length : Math.min(range.end, at + longestSegment) })
  }
  return found
}

/** Leaves out what begins inside the one before, so that no byte is gone through twice. */
function disjoint(ranges: readonly Range[]): Range[] {
  const kept: Range[] = []
  for (const range of ranges) if (range.start >= (kept.at(-1)?.end ?? 0) && range.end > range.start) kept.push(range)
  return kept
}
