import { blankLocations } from './blank-locations.ts'
import type { EditableBytes } from './editable-bytes.ts'
import { findFirst } from './signatures.ts'

const endOfImage = Buffer.from([0xff, 0xd9])

/**
 * Overwrites positions in the segments of a JPEG file before its picture, and in all that follows the picture: further
 * images, and what makers append.
 */
export function blankJpegLocations(bytes: EditableBytes): void {
  const picture = startOfPicture(bytes)
  blankLocations(bytes, { start: 0, end: picture ?? bytes.size })
  if (picture === undefined) return
  // Inside a picture each 0xff is followed by 0 or by a marker, so that the first such pair is its end.
  const end = findFirst(bytes, endOfImage, { start: picture, end: bytes.size })
  if (end !== undefined) blankLocations(bytes, { start: end, end: bytes.size })
}

/** Where the first scan begins; undefined when the segments do not lead to one. */
function startOfPicture(bytes: EditableBytes): number | undefined {
  for (let at = 2; ; ) {
    const header = bytes.read(at, at + 4)
    if (header.length < 4 || header[0] !== 0xff) return undefined
    if (header[1] === 0xda) return at
    at += header[1] === 0xff ? 1 : 2 + header.readUInt16BE(2)
  }
}
