import { bytesOfBuffer } from './file-bytes.ts'
import { type Picture, segmentsOf, sizeOf } from './jpeg-segments.ts'
import type { Range } from './pieces.ts'
import type { Tiff, TiffDirectory } from './tiff.ts'

const tags = { orientation: 0x112, strips: 0x111, offset: 0x201, length: 0x202 }
const maxDifference = 0.02

/**
 * Where the thumbnail is, if it stays: a small JPEG without metadata that has the outline and the orientation of the
 * picture. Another one may show what was cut off (D60). An empty range when there is none.
 */
export function isKeptThumbnail(
  tiff: Tiff,
  directory: TiffDirectory,
  { picture, first }: { picture: Picture; first: TiffDirectory },
): Range | undefined {
  const start = numberOf(tiff, directory, tags.offset)
  const length = numberOf(tiff, directory, tags.length)
  if (start === undefined || length === undefined) {
    return numberOf(tiff, directory, tags.strips) === undefined && start === length ? { start: 0, end: 0 } : undefined
  }
  const orientation = numberOf(tiff, directory, tags.orientation)
  if (orientation !== undefined && orientation !== (numberOf(tiff, first, tags.orientation) ?? 1)) return undefined
  const jpeg = tiff.bytes.subarray(start, start + length)
  return jpeg.length === length && isPlain(jpeg) && hasOutline(jpeg, picture)
    ? { start, end: start + length }
    : undefined
}

function numberOf(tiff: Tiff, { entries }: TiffDirectory, tag: number): number | undefined {
  const entry = entries.find((each) => each.tag === tag)
  if (!entry?.value || entry.count !== 1) return undefined
  if (entry.type === 3) return tiff.u16(entry.value.start)
  return entry.type === 4 ? tiff.u32(entry.value.start) : undefined
}

function hasOutline(jpeg: Buffer, picture: Picture): boolean {
  const size = sizeOf(bytesOfBuffer(jpeg))
  if (!size?.height || !picture?.height) return false
  const [aspect, expected] = [size.width / size.height, picture.width / picture.height]
  return Math.abs(aspect / expected - 1) <= maxDifference
}

/** No metadata, nothing behind the end. */
function isPlain(jpeg: Buffer): boolean {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return false
  for (const { kind, marker } of segmentsOf(bytesOfBuffer(jpeg))) {
    if (kind === 'rest') return false
    if (kind === 'segment' && ((marker > 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe)) return false
  }
  return true
}
