import { cleanExif } from './clean-exif.ts'
import { cleanPhotoshop } from './clean-photoshop.ts'
import { cleanXmp } from './clean-xmp.ts'
import type { FileBytes } from './file-bytes.ts'
import type { Found, KeptContent } from './found.ts'
import { type JpegPart, maxParts, segmentsOf, sizeOf } from './jpeg-segments.ts'
import { createPieces, type Pieces, type Replacement } from './pieces.ts'
import { looseText, mayContainLocation } from './position-text.ts'

/** More than any camera or program writes, profiles of 255 segments included. What follows is not inspected (D61). */
const maxSegments = 600

/** A progressive JPEG of a camera or an editor has about ten. Each costs the decoder a walk through the whole picture. */
const maxScans = 100

/** Leaves of a JPEG its picture and, of its metadata, what the tables of this folder list. */
export function cleanJpeg(bytes: FileBytes, kept: KeptContent): Found {
  const pieces = createPieces()
  const found: { exif?: Buffer; end: number } = { end: bytes.size }
  let scans = 0
  let parts = 0
  const picture = sizeOf(bytes)
  let metadata = 0
  for (const part of segmentsOf(bytes)) {
    if (scans === 0) parts += 1
    if (part.kind === 'rest') found.end = part.start
    if (part.marker === 0xda) scans += 1
    if (isPicture(part)) pieces.keep(part)
    else if (part.kind === 'segment' && scans === 0 && ++metadata <= maxSegments) {
      const data = bytes.read(dataOf(bytes, part), part.end)
      const isFirstExif = part.marker === 0xe1 && data.toString('latin1', 0, 4) === 'Exif' && !found.exif
      if (isFirstExif) found.exif = data
      const content = isFirstExif ? cleanExif(data, picture) : cleanSegment(part.marker, data, kept)
      keepSegment(pieces, part, content)
    }
  }
  if (scans > maxScans) return { pieces, ...found, tooMany: { limit: maxScans, what: 'scans' } }
  return { pieces, ...found, ...(parts >= maxParts && { tooMany: { limit: maxParts, what: 'segments' } }) }
}

/** Fill bytes may precede the marker. */
export const dataOf = (bytes: FileBytes, { start, end }: JpegPart): number => {
  let code = start + 1
  while (code < end && bytes.byte(code) === 0xff) code += 1
  return Math.min(end, code + 3)
}

const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

export const isPicture = ({ kind, marker }: JpegPart): boolean =>
  kind === 'mark' || kind === 'scan' || (kind === 'segment' && !isMetadata(marker))

/** What stays of the data of a segment with metadata other than EXIF. */
export const cleanSegment = (marker: number, data: Buffer, kept: KeptContent): Replacement =>
  segmentCleaners[marker]?.(data, kept)

type Cleaner = (data: Buffer, kept: KeptContent) => Replacement

const startsWith = (data: Buffer, mark: string): boolean => data.toString('latin1', 0, mark.length) === mark

export const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const photoshopMark = 'Photoshop 3.0\0'

/** What stays, by marker. Everything else goes: maker's segments, comments with a position, further images, C2PA. */
const segmentCleaners: Record<number, Cleaner> = {
  // JFIF, without its thumbnail.
  224: (data) => {
    if (!startsWith(data, 'JFIF\0') || data.length < 14) return undefined
    if (data.length === 14 && data[12] === 0) return 'same'
    const plain = Buffer.from(data.subarray(0, 14))
    plain.fill(0, 12)
    return plain
  },
  // XMP. What continues in further segments goes: it holds depth maps, videos and histories.
  225: (data, kept) =>
    startsWith(data, xmpMark) ? cleanInside(data, xmpMark, (xmp) => cleanXmp(xmp, kept)) : undefined,
  // Colour profile.
  226: (data) => (startsWith(data, 'ICC_PROFILE\0') ? 'same' : undefined),
  // The quality that Photoshop saved with.
  236: (data) => (startsWith(data, 'Ducky\0\x01\0\x04') && data.length <= 15 ? 'same' : undefined),
  // IPTC and other resources of Photoshop.
  237: (data, kept) =>
    startsWith(data, photoshopMark)
      ? cleanInside(data, photoshopMark, (content) => cleanPhotoshop(content, kept))
      : undefined,
  // The colour space.
  238: (data) => (startsWith(data, 'Adobe') && data.length <= 16 ? 'same' : undefined),
  // The name of the program, a caption.
  254: (data) => (mayContainLocation(looseText(data)) || !isText(data) ? undefined : 'same'),
}

/** Comments of cameras may be binary settings; unknown bytes are not searched. */
const isText = (data: Buffer): boolean =>
  data.length <= 4096 && data.every((byte) => byte === 0 || byte > 31 || (byte > 8 && byte < 14))

/** Cleans what follows a mark. */
export function cleanInside(data: Buffer, mark: string, clean: (content: Buffer) => Replacement): Replacement {
  const content = clean(data.subarray(mark.length))
  return content === 'same' || !content ? content : Buffer.concat([data.subarray(0, mark.length), content])
}

function keepSegment(pieces: Pieces, part: JpegPart, content: Replacement): void {
  const isNew = Buffer.isBuffer(content)
  if (isNew && content.length + 2 > 0xffff) return
  pieces.replace(part, isNew ? segmentOf(part.marker, content) : content)
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
