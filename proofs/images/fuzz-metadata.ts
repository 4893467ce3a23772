import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readExif from 'exif-reader'
import { type Random, seededRandom } from '#proofs/random.ts'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import { readFacts } from '#server/adapters/images/metadata/exif-facts.ts'
import { bytesOfBuffer } from '#server/adapters/images/metadata/file-bytes.ts'
import type { KeptContent } from '#server/adapters/images/metadata/found.ts'
import { segmentsOf } from '#server/adapters/images/metadata/jpeg-segments.ts'
import { exifSegment, makeExif, phoneExif, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { makeMotionPhoto } from '#tests/support/images/motion-photo.ts'
import { positionalImages } from '#tests/support/images/positional-images.ts'

interface Extent {
  readonly seed: number
  readonly seconds: number
  /** Files, however much time is left. */
  readonly most: number
}

/**
 * Mutates files with positions and cleans them: cleaning never throws, takes long, changes the file when repeated or leaves
 * a GPS block that a reader finds. Returns the findings and the number of files.
 */
export async function fuzzMetadata({ seed, seconds, most }: Extent) {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-metadata-'))
  const path = join(folder, 'image')
  const jpeg = await makeImage()
  const phone = withSegments(jpeg, exifSegment(makeExif({ ...phoneExif(), next: phoneExif() })))
  const moving = (await makeMotionPhoto()).bytes
  const bases = [
    ...Object.entries(await positionalImages()),
    ['a phone', phone] as const,
    ...Array.from({ length: 5 }, () => ['a motion photo', moving] as const),
  ]
  const random = seededRandom(seed)
  const found: string[] = []
  let files = 0
  const until = Date.now() + seconds * 1000
  for (; files < most && Date.now() < until && found.length < 20; files++) {
    const [name, base] = random.pick(bases)
    const bytes = mutate(base, random)
    try {
      const problem = judge(path, bytes, { placeNames: true, trailers: random.chance(0.5) })
      if (problem) found.push(`${name}, file ${files} of seed ${seed}: ${problem}`)
    } catch (error) {
      found.push(`${name}, file ${files} of seed ${seed}: ${error}`)
    }
  }
  rmSync(folder, { recursive: true })
  return { files, found }
}

function judge(path: string, bytes: Buffer, kept: KeptContent): string | undefined {
  writeFileSync(path, bytes)
  const began = process.cpuUsage()
  const facts = cleanOriginal(path, kept)
  readFacts(facts, new Date())
  const ms = process.cpuUsage(began).user / 1000
  if (ms > 1_000) return `${Math.round(ms)} ms of CPU`
  const cleaned = readFileSync(path)
  if (cleaned.length > bytes.length + 4096) return 'it became longer'
  if (gpsOf(cleaned)) return 'a GPS block is left'
  cleanOriginal(path, kept)
  return readFileSync(path).equals(cleaned) ? undefined : 'it changes at the second time'
}

/** In a block that readers find; one whose marker was changed is part of something else. */
function gpsOf(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false
  const blocks = Array.from(segmentsOf(bytesOfBuffer(bytes))).filter(({ marker }) => marker === 0xe1)
  return blocks.some(({ start, end }) => holdsPosition(bytes.subarray(start + 4, end)))
}

function holdsPosition(block: Buffer): boolean {
  try {
    const gps = readExif(block).GPSInfo
    return Array.isArray(gps?.GPSLatitude) && gps.GPSLatitude.length === 3
  } catch {
    return false
  }
}

/** Changes some bytes, or removes, repeats or zeroes a piece; mostly near the beginning. */
function mutate(base: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(base)
  for (let change = 0; change <= random.below(6); change++) {
    const at = random.below(random.below(3) === 0 ? bytes.length : Math.min(bytes.length, 700))
    const length = 1 + random.below(40)
    const kind = random.below(8)
    if (kind < 5) bytes[at] = random.below(256)
    else if (kind === 5) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    else if (kind === 6) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    else bytes.fill(random.below(2) * 255, at, Math.min(bytes.length, at + length))
  }
  return bytes
}
