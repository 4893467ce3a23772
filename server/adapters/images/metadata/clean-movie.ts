import type { Blanked } from './blanked.ts'
import type { FileBytes } from './file-bytes.ts'
import { type Box, boxesIn, findBox, readBox } from './movie-boxes.ts'
import type { Range } from './pieces.ts'

/** Longer tables belong to no video of some seconds (D61). */
const maxMovieBox = 8 * 1024 * 1024
const maxBoxes = 1_000

const plainBoxes = new Set(['ftyp', 'free', 'skip', 'wide'])
const keptOfTrack = new Set(['tkhd', 'edts', 'mdia'])
const keptHandlers = new Set(['vide', 'soun'])

/**
 * Keeps pictures and sound of a video; positions are in tables and tracks of other kinds, which become zeros. Answers
 * where the video ends; undefined, and keeps nothing, when it is none that can be read.
 */
export function keepMovie(bytes: FileBytes, blanked: Blanked, start: number): number | undefined {
  const boxes = topBoxes(bytes, start)
  const place = boxes.find(({ type }) => type === 'moov')
  if (!place || place.end - place.start > maxMovieBox) return undefined
  const movie = bytes.read(place.start, place.end)
  const samples = cleanTables(movie)
  if (!samples) return undefined
  const kept = samples.map((range) => ({ start: start + range.start, end: start + range.end }))
  for (const box of boxes) {
    if (box === place) blanked.replace(box, movie)
    else if (plainBoxes.has(box.type) && box.end - box.start < 1024) keepPlain(blanked, box)
    else if (box.type === 'mdat') keepSamples(blanked, box, kept)
    else blanked.blank(box)
  }
  return boxes.at(-1)?.end
}

function topBoxes(bytes: FileBytes, start: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; boxes.length < maxBoxes; ) {
    const box = readBox(bytes.read(at, at + 16), { at, limit: bytes.size })
    if (!box) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** Free space may hold anything. */
function keepPlain(blanked: Blanked, { type, start, content, end }: Box): void {
  const last = type === 'ftyp' ? end : content
  blanked.keep({ start, end: last })
  blanked.blank({ start: last, end })
}

/** Turns all but tracks of pictures and sound into free space; answers where their samples are. */
function cleanTables(movie: Buffer): Range[] | undefined {
  const samples: Range[] = []
  for (const box of boxesIn(movie, { start: 8, end: movie.length }) ?? []) {
    if (box.type === 'mvhd') continue
    const found = box.type === 'trak' ? cleanTrack(movie, box) : undefined
    if (found) samples.push(...found)
    else free(movie, box)
  }
  return samples.length > 0 ? samples : undefined
}

function cleanTrack(movie: Buffer, track: Box): Range[] | undefined {
  const boxes = boxesIn(movie, { start: track.content, end: track.end })
  const media = boxes?.find(({ type }) => type === 'mdia')
  const handler = media && findBox(movie, { start: media.content, end: media.end }, ['hdlr'])
  if (!boxes || !handler || !keptHandlers.has(movie.toString('latin1', handler.content + 8, handler.content + 12))) {
    return undefined
  }
  for (const box of boxes) if (!keptOfTrack.has(box.type)) free(movie, box)
  return sampleRanges(movie, media)
}

function free(movie: Buffer, { start, content, end }: Box): void {
  movie.write('free', start + 4, 'latin1')
  movie.fill(0, content, end)
}

/** What no track of pictures or sound points to becomes zeros. */
function keepSamples(blanked: Blanked, { start, content, end }: Box, samples: readonly Range[]): void {
  blanked.keep({ start, end: content })
  let at = content
  for (const sample of [...samples].sort((one, other) => one.start - other.start)) {
    const [from, to] = [Math.max(at, sample.start), Math.min(end, sample.end)]
    if (to <= from) continue
    blanked.blank({ start: at, end: from })
    blanked.keep({ start: from, end: to })
    at = to
  }
  blanked.blank({ start: at, end })
}

/** More than a video of some seconds has, by far. */
const maxSamples = 100_000

/** Where the samples of a track are, counted from the start of the movie; undefined when its tables cannot be read. */
function sampleRanges(bytes: Buffer, media: Box): Range[] | undefined {
  const find = (type: string) => findBox(bytes, { start: media.content, end: media.end }, ['minf', 'stbl', type])
  const [places, wide, groups, sizes] = [find('stco'), find('co64'), find('stsc'), find('stsz')]
  const offsets = places ? numbersOf(bytes, places, 4) : wide && numbersOf(bytes, wide, 8)
  const runs = groups && numbersOf(bytes, groups, 12)
  const lengths = sizes && lengthsOf(bytes, sizes)
  if (!offsets || !runs || !lengths) return undefined
  const ranges: Range[] = []
  let run = 0
  let sample = 0
  for (const [index, offset] of offsets.entries()) {
    while (run + 1 < runs.length && bytes.readUInt32BE(runs[run + 1] ?? 0) <= index + 1) run += 1
    const count = bytes.readUInt32BE((runs[run] ?? 0) + 4)
    if (count > maxSamples) return undefined
    const start = places ? bytes.readUInt32BE(offset) : Number(bytes.readBigUInt64BE(offset))
    const length = lengths.slice(sample, sample + count).reduce((sum, each) => sum + each, 0)
    ranges.push({ start, end: start + length })
    sample += count
  }
  return ranges
}

/** Where the entries of a table are, which has their number before them; undefined when it is not as long as it says. */
function numbersOf(bytes: Buffer, { content, end }: Box, width: number): number[] | undefined {
  if (end - content < 8) return undefined
  const count = bytes.readUInt32BE(content + 4)
  if (count > maxSamples || content + 8 + count * width > end || (width === 12 && count === 0)) return undefined
  return Array.from({ length: count }, (_, index) => content + 8 + index * width)
}

/** One length for all, or a table. */
function lengthsOf(bytes: Buffer, { content, end }: Box): number[] | undefined {
  if (end - content < 12) return undefined
  const [same, count] = [bytes.readUInt32BE(content + 4), bytes.readUInt32BE(content + 8)]
  if (count > maxSamples) return undefined
  if (same > 0) return Array.from({ length: count }, () => same)
  if (content + 12 + count * 4 > end) return undefined
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(content + 12 + index * 4))
}
