import { crc32 } from 'node:zlib'
import { blankContent, blankLocations } from './blank-locations.ts'
import { blankPngText, textTypes, type UnpackBudget } from './blank-png-text.ts'
import type { EditableBytes } from './editable-bytes.ts'

/** Chunks that hold the picture. They are passed over, so that of a large file little is read. */
const pictureTypes = ['IHDR', 'PLTE', 'IDAT', 'fdAT', 'fcTL', 'IEND']

/** Ancillary, private, safe to copy: readers pass over it. */
const fillerType = 'vpAd'

/** A chunk has its length, its type and its checksum around the data. */
const around = 12

/** Overwrites positions in the metadata chunks of a PNG file and in what follows its end; checksums are made anew. */
export function blankPngLocations(bytes: EditableBytes): void {
  const budget: UnpackBudget = { left: 64 * 1024 * 1024 }
  let at = 8
  for (let ended = false; !ended && at + around <= bytes.size; ) {
    const header = bytes.read(at, at + 8)
    const [length, type] = [header.readUInt32BE(), header.toString('latin1', 4)]
    if (at + around + length > bytes.size) break
    if (!pictureTypes.includes(type) && length >= 8) {
      const data = bytes.read(at + 8, at + 8 + length)
      const blanked = blankData({ type, data }, budget)
      if (blanked) bytes.write(at, chunksOf(length, { type, data: blanked }))
    }
    at += around + length
    ended = type === 'IEND'
  }
  blankLocations(bytes, { start: at, end: bytes.size })
}

function blankData({ type, data }: { type: string; data: Buffer }, budget: UnpackBudget): Buffer | undefined {
  if (textTypes.includes(type)) return blankPngText({ type, data, room: around }, budget)
  return blankContent(data) ? data : undefined
}

/** Fills the place of a chunk of that length: what is left after a shorter one is a filler. */
function chunksOf(length: number, { type, data }: { type: string; data: Buffer }): Buffer {
  if (data.length === length) return chunk(type, data)
  if (data.length === 0) return chunk(fillerType, Buffer.alloc(length))
  return Buffer.concat([chunk(type, data), chunk(fillerType, Buffer.alloc(length - data.length - around))])
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + around)
  framed.writeUInt32BE(data.length)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}
