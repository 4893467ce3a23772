import { crc32 } from 'node:zlib'
import { cleanExif } from './clean-exif.ts'
import { cleanPngText, type TextBudget, textTypes } from './clean-png-text.ts'
import type { FileBytes } from './file-bytes.ts'
import type { Found, KeptContent } from './found.ts'
import { createPieces, type Replacement } from './pieces.ts'

/** Chunks that stay as they are: the picture, its colours, its size in print, its date, the frames of an animation. */
const keptTypes = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD'],
  ...['hIST', 'pHYs', 'sPLT', 'tIME', 'sTER', 'oFFs', 'acTL', 'fcTL', 'fdAT'],
])
const colourTypes = new Set(['sRGB', 'iCCP', 'cICP'])
const pictureTypes = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'fdAT', 'fcTL'])

/** A chunk has its length, its type and its checksum around the data. */
const around = 12
/** Longer metadata goes unseen, as do more chunks than a program writes (D61). */
const maxLength = 1024 * 1024
const maxChunks = 1_000

/** Leaves of a PNG its picture and, of its metadata, what the tables of this folder list. */
export function cleanPng(bytes: FileBytes, kept: KeptContent): Found {
  const pieces = createPieces()
  const budget: TextBudget = { left: 8 * 1024 * 1024 }
  const found: { exif?: Buffer; texts: Map<string, string>; gamma?: number } = { texts: new Map() }
  const colours = new Set<string>()
  const header = bytes.read(16, 24)
  const picture = header.length < 8 ? undefined : { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  pieces.keep({ start: 0, end: Math.min(8, bytes.size) })
  let metadata = 0
  let at = 8
  for (let type = ''; type !== 'IEND' && at + 8 <= bytes.size; ) {
    const head = bytes.read(at, at + 8)
    type = head.toString('latin1', 4)
    const end = at + around + head.readUInt32BE()
    const part = { start: at, end: Math.min(end, bytes.size) }
    // What is cut off belongs to a broken file; metadata there is left out.
    const isSeen = pictureTypes.has(type) || (end <= bytes.size && end - at <= maxLength && ++metadata <= maxChunks)
    const data = isSeen && !keptTypes.has(type) ? bytes.read(at + 8, end - 4) : Buffer.alloc(0)
    if (colourTypes.has(type)) colours.add(type)
    if (type === 'gAMA') found.gamma = gammaOf(bytes.read(at + 8, at + 12))
    if (isSeen && keptTypes.has(type)) pieces.keep(part)
    else if (isSeen) {
      if (type === 'eXIf' && !found.exif) found.exif = data
      const content = cleanData({ type, data }, () =>
        type === 'eXIf' ? cleanExif(data, picture) : cleanPngText({ type, data }, { kept, budget, found, picture }),
      )
      pieces.replace(part, content === 'same' || !content ? content : chunk(type, content))
    }
    at = end
  }
  // A file that ends in the middle of its picture stays as it is up to there.
  // These come before it.
  if (colours.size > 0) delete found.gamma
  return { pieces, ...found }
}

const cleanData = ({ type }: { type: string; data: Buffer }, clean: () => Replacement): Replacement =>
  type === 'eXIf' || textTypes.has(type) ? clean() : undefined

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + around)
  framed.writeUInt32BE(data.length)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}

const gammaOf = (data: Buffer): number => (data.length === 4 ? data.readUInt32BE() / 100_000 : 0)
