import { limits } from '#contract/limits.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import type { Found } from './found.ts'
import { openTiff, pointerOf, readDirectory, type Tiff, type TiffDirectory } from './tiff.ts'

type ExifFacts = Pick<ImageFacts, 'exifDateTaken' | 'exifCameraModel' | 'exifLocation'>

const noFacts: ExifFacts = { exifDateTaken: null, exifCameraModel: null, exifLocation: null }

/** What an image says about itself: in its EXIF block, or in texts of a PNG as ImageMagick writes them. */
export function readFacts({ exif, texts }: Pick<Found, 'exif' | 'texts'>, now: Date): ExifFacts {
  const facts = readExifFacts(exif, now)
  const text = (name: string) => texts?.get(`exif:${name}`)
  const [local, offset] = [text('DateTimeOriginal'), text('OffsetTimeOriginal') ?? text('OffsetTime')]
  return {
    exifDateTaken: facts.exifDateTaken ?? dateTaken({ local, offset }, now),
    exifCameraModel: facts.exifCameraModel ?? cameraModel(text('Model')),
    exifLocation: facts.exifLocation,
  }
}

/** Reads what is kept of an EXIF block. What is absent, odd or impossible is null; it never throws (D14). */
export function readExifFacts(exif: Buffer | undefined, now: Date): ExifFacts {
  const tiff = exif && openTiff(exif)
  if (!tiff) return noFacts
  const image = readDirectory(tiff, tiff.first)
  const photo = directoryBehind(tiff, image, 0x8769)
  const gps = directoryBehind(tiff, image, 0x8825)
  return {
    exifDateTaken: dateTaken(
      { local: textOf(tiff, photo, 0x9003), offset: textOf(tiff, photo, 0x9011) ?? textOf(tiff, photo, 0x9010) },
      now,
    ),
    exifCameraModel: cameraModel(textOf(tiff, image, 0x0110)),
    exifLocation: location(tiff, gps),
  }
}

/** The camera's name as the file says it, without what is not printable. */
function cameraModel(text: string | undefined): string | null {
  const model = text?.replace(/\p{C}/gu, '').trim()
  return model ? Array.from(model).slice(0, 200).join('').trim() : null
}

function location(tiff: Tiff, gps: TiffDirectory | undefined): ImageFacts['exifLocation'] {
  const lat = degrees(tiff, gps, { tag: 2, refTag: 1, negative: 'S', most: 90 })
  const lon = degrees(tiff, gps, { tag: 4, refTag: 3, negative: 'W', most: 180 })
  return lat === undefined || lon === undefined ? null : { lat, lon }
}

function degrees(
  tiff: Tiff,
  gps: TiffDirectory | undefined,
  part: { tag: number; refTag: number; negative: string; most: number },
): number | undefined {
  const entry = gps?.entries.find(({ tag }) => tag === part.tag)
  // The Nokia 8.3 writes signed fractions (type 10).
  if (!entry?.value || ![5, 10].includes(entry.type) || entry.count > 3) return undefined
  let sum = 0
  for (let index = 0; index < entry.count; index++) {
    const at = entry.value.start + index * 8
    const [above, below] = [tiff.u32(at), tiff.u32(at + 4)]
    // Cameras write 0/0 for parts they do not know; an unknown degree is no position.
    if (below === 0 && (index === 0 || above !== 0)) return undefined
    if (below !== 0) sum += above / below / 60 ** index
  }
  if (sum > part.most) return undefined
  const ref = textOf(tiff, gps, part.refTag)?.trim().toUpperCase()
  return ref === part.negative ? -sum : sum
}

function directoryBehind(tiff: Tiff, directory: TiffDirectory | undefined, tag: number): TiffDirectory | undefined {
  const entry = directory?.entries.find((candidate) => candidate.tag === tag)
  return entry && readDirectory(tiff, pointerOf(tiff, entry))
}

/** A text value up to its first NUL; as UTF-8, or as Latin-1 when it is not. At most 1,000 bytes are read. */
function textOf(tiff: Tiff, directory: TiffDirectory | undefined, tag: number): string | undefined {
  const entry = directory?.entries.find((candidate) => candidate.tag === tag)
  if (!entry?.value || ![1, 2, 7].includes(entry.type)) return undefined
  const bytes = tiff.bytes.subarray(entry.value.start, Math.min(entry.value.end, entry.value.start + 1000))
  const text = bytes.subarray(0, bytes.includes(0) ? bytes.indexOf(0) : bytes.length)
  const utf8 = text.toString('utf8')
  return utf8.includes('\ufffd') ? text.toString('latin1') : utf8
}

/**
 * When the shutter was released, in UTC: the camera's local time with the file's offset, else as Europe/Berlin (D14).
 * Null for what is no date: zeros, the 30th of February, years before 1800, more than a day from now.
 */
export function dateTaken(
  { local, offset }: { local: string | undefined; offset: string | undefined },
  now: Date,
): string | null {
  const parts = local && /^\s*(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(local)
  if (!parts) return null
  const [, year, month, day, time] = parts
  const zone = offset && /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offset)?.[0]
  try {
    const given = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${time}`)
    const taken = given.toZonedDateTime(zone || 'Europe/Berlin').epochMilliseconds
    const tomorrow = now.getTime() + 24 * 60 * 60 * 1000
    return given.year < limits.yearMin || taken > tomorrow ? null : new Date(taken).toISOString()
  } catch {
    return null
  }
}
