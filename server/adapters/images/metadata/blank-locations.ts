import { blankExifLocation } from './blank-exif.ts'
import { blankMovieLocation } from './blank-movie.ts'
import { blankXmpLocation } from './blank-xmp.ts'
import type { EditableBytes, Range } from './editable-bytes.ts'
import { bytesOfBuffer } from './editable-bytes.ts'
import { findBlocks } from './find-blocks.ts'
import { occurrences, signatures } from './signatures.ts'
import { openTiff } from './tiff.ts'

/**
 * Overwrites the positions in every EXIF and XMP block and every video header of a range. Blocks are found by how they begin, not by walking
 * the file: copies stand in the second images of a multi-picture file, in gain maps, thumbnails, Photoshop resources
 * and what makers append. Says whether anything was overwritten.
 */
export function blankLocations(bytes: EditableBytes, range: Range): boolean {
  const { exif, xmp, movies } = findBlocks(bytes, range)
  const done = [
    ...exif.map((block) => overwrite(bytes, [block], blankExifBlock)),
    ...xmp.map((parts) => overwrite(bytes, parts, blankXmpLocation)),
    ...movies.map((movie) => overwrite(bytes, [movie], blankMovieLocation)),
  ]
  return done.includes(true)
}

/** The same for a piece of metadata in memory, which may itself be an EXIF block or an XMP packet. */
export function blankContent(content: Buffer): boolean {
  const isXml = /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(content.toString('latin1', 0, 16))
  const done = [
    blankExifBlock(content),
    isXml && blankXmpLocation(content),
    blankLocations(bytesOfBuffer(content), { start: 0, end: content.length }),
  ]
  return done.includes(true)
}

/** An honest maker note has one or two previews with EXIF of their own. */
const maxNested = 8

function blankExifBlock(block: Buffer): boolean {
  let done = blankExifLocation(block)
  let nested = 0
  for (const at of occurrences(block, signatures.exif)) {
    if (at === 0 || !openTiff(block.subarray(at))) continue
    nested += 1
    if (nested > maxNested) {
      block.fill(0)
      return true
    }
    done = blankExifLocation(block.subarray(at)) || done
  }
  return done
}

function overwrite(bytes: EditableBytes, parts: readonly Range[], blank: (content: Buffer) => boolean): boolean {
  const pieces = parts.map(({ start, end }) => bytes.read(start, end))
  const content = Buffer.concat(pieces)
  if (!blank(content)) return false
  let from = 0
  for (const [index, { start }] of parts.entries()) {
    const length = pieces[index]?.length ?? 0
    bytes.write(start, content.subarray(from, from + length))
    from += length
  }
  return true
}
