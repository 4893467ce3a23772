import { type Box, findBox } from './movie-boxes.ts'
import type { Range } from './pieces.ts'

/** More than a video of some seconds has, by far. */
const maxSamples = 100_000

/** Where the samples of a track are, counted from the start of the movie; undefined when its tables cannot be read. */
export function sampleRanges(bytes: Buffer, media: Box): Range[] | undefined {
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
