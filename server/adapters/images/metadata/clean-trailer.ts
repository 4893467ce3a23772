import { jpegSignature } from '#contract/images/image-signatures.ts'
import { type Blanked, createBlanked } from './blanked.ts'
import { cleanExif } from './clean-exif.ts'
import { cleanSegment, dataOf, isPicture } from './clean-jpeg.ts'
import { keepMovie } from './clean-movie.ts'
import { bytesFrom, type FileBytes } from './file-bytes.ts'
import type { Found } from './found.ts'
import { segmentsOf, sizeOf } from './jpeg-segments.ts'
import type { Replacement } from './pieces.ts'

/** A motion photo has one video, an HDR photo one image, a portrait some more. What follows is not inspected (D61). */
const maxParts = 20

/**
 * Keeps images and videos that follow an image, without positions. All of it keeps its length, because programs count
 * from the end of the file: what goes becomes zeros.
 */
export function keepTrailer(bytes: FileBytes, { pieces, end }: Found): void {
  const blanked = createBlanked(bytes, pieces)
  let at = end
  for (let parts = 0; parts < maxParts && at < bytes.size; parts++) {
    const start = nextStart(bytes, at)
    blanked.blank({ start: at, end: start })
    at = keepPart(bytes, blanked, start)
  }
  blanked.blank({ start: at, end: bytes.size })
}

/** Answers where it ends. */
function keepPart(bytes: FileBytes, blanked: Blanked, start: number): number {
  if (start >= bytes.size) return start
  const [keep, signature] = bytes.byte(start) === 0xff ? [keepJpeg, jpegStart.length] : [keepMovie, signatureBytes]
  const end = keep(bytes, blanked, start)
  if (end !== undefined) return end
  blanked.blank({ start, end: start + signature })
  return start + signature
}

const block = 64 * 1024
const signatureBytes = 8
const jpegStart = Buffer.from(jpegSignature)

/** Where an image or a video may begin next; the size when nowhere. */
function nextStart(bytes: FileBytes, from: number): number {
  for (let at = from; at < bytes.size; at += block) {
    const some = bytes.read(at, at + block + signatureBytes)
    const starts = [some.indexOf(jpegStart), some.indexOf('ftyp', 4) - 4].filter((start) => start >= 0)
    if (starts.length > 0) return at + Math.min(...starts)
  }
  return bytes.size
}

/** undefined where nothing but a signature is one of a JPEG. */
function keepJpeg(bytes: FileBytes, blanked: Blanked, start: number): number | undefined {
  const image = bytesFrom(bytes, start)
  const size = sizeOf(image)
  const parts = segmentsOf(image)
  if (parts[1]?.kind === 'junk') return undefined
  let end = 0
  for (const part of parts) {
    if (part.kind === 'rest') break
    end = part.end
    const range = { start: start + part.start, end: start + part.end }
    if (part.kind === 'junk') blanked.blank(range)
    else if (isPicture(part)) blanked.keep(range)
    else {
      const head = dataOf(image, part)
      const data = image.read(head, part.end)
      const isExif = part.marker === 0xe1 && data.toString('latin1', 0, 4) === 'Exif'
      const content = isExif
        ? cleanExif(data, size)
        : cleanSegment(part.marker, data, { placeNames: false, trailers: true })
      blanked.keep({ start: range.start, end: start + head })
      blanked.replace({ start: start + head, end: range.end }, asLong(data, content))
    }
  }
  return start + end
}

/** XMP may end with spaces, the others with zeros. */
function asLong(data: Buffer, content: Replacement): Buffer {
  if (content === 'same') return data
  if (!content || content.length > data.length) return Buffer.alloc(data.length)
  return Buffer.concat([content, Buffer.alloc(data.length - content.length, content.includes('xmpmeta') ? ' ' : 0)])
}
