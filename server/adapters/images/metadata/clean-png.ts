import { cleanExif } from './clean-exif.ts'
import { type Context, cleanPngText, textTypes } from './clean-png-text.ts'
import type { FileBytes } from './file-bytes.ts'
import { type Found, type KeptContent, maxFileChunks, tooManyChunks } from './found.ts'
import { createPieces, type Pieces, type Replacement } from './pieces.ts'
import { type PngChunk, pngChunk, pngChunks } from './png-chunk.ts'

/** Chunks that stay as they are: the picture, its colours, its size in print, its date, the frames of an animation. */
const keptTypes = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD'],
  ...['hIST', 'pHYs', 'sPLT', 'tIME', 'sTER', 'oFFs', 'acTL', 'fcTL', 'fdAT'],
])
/** They count before the picture. */
const colourTypes = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])
const pictureTypes = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'fdAT', 'fcTL'])

/** Longer metadata is not inspected, nor are more chunks than a program writes (D61). Without its colour profile a picture would look different. */
const maxLength = 1024 * 1024
const maxChunks = 1_000

interface Cleaning extends Context {
  readonly bytes: FileBytes
  readonly pieces: Pieces
  readonly found: Context['found'] & { readonly colours: Map<string, Buffer> }
}

/** Leaves of a PNG its picture and, of its metadata, what the tables of this folder list. */
export function cleanPng(bytes: FileBytes, kept: KeptContent): Found {
  const pieces = createPieces()
  const header = bytes.read(16, 24)
  const picture = header.length < 8 ? undefined : { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  const found: Cleaning['found'] = { texts: new Map(), colours: new Map() }
  const cleaning = { bytes, kept, pieces, picture, budget: { left: 8 * 1024 * 1024 }, found }
  pieces.keep({ start: 0, end: Math.min(8, bytes.size) })
  let metadata = 0
  let isPictureReached = false
  let end = 8
  let count = 0
  for (const chunk of pngChunks(bytes)) {
    if (++count > maxFileChunks) return { pieces, end, ...found, ...tooManyChunks }
    end = chunk.end
    isPictureReached ||= chunk.type === 'IDAT'
    if (!isPictureReached && colourTypes.has(chunk.type)) recordColours(cleaning, chunk)
    // What is cut off belongs to a broken file: it stays of the picture, metadata there is left out.
    if (pictureTypes.has(chunk.type)) pieces.keep(chunk)
    else if (
      chunk.isComplete &&
      (chunk.end - chunk.start <= maxLength || chunk.type === 'iCCP') &&
      ++metadata <= maxChunks
    ) {
      keepChunk(cleaning, chunk)
    }
  }
  return { pieces, end, ...found }
}

/** Of an embedded profile only its presence counts. */
function recordColours({ bytes, found }: Cleaning, { type, start, end }: PngChunk): void {
  const length = type === 'iCCP' ? 0 : 32
  found.colours.set(type, bytes.read(start + 8, Math.min(end - 4, start + 8 + length)))
}

function keepChunk(cleaning: Cleaning, chunk: PngChunk): void {
  const { bytes, pieces } = cleaning
  if (keptTypes.has(chunk.type)) {
    pieces.keep(chunk)
    return
  }
  const content = cleanData(cleaning, { type: chunk.type, data: bytes.read(chunk.start + 8, chunk.end - 4) })
  pieces.replace(chunk, Buffer.isBuffer(content) ? pngChunk(chunk.type, content) : content)
}

function cleanData(cleaning: Cleaning, { type, data }: { type: string; data: Buffer }): Replacement {
  if (textTypes.has(type)) return cleanPngText({ type, data }, cleaning)
  if (type !== 'eXIf') return undefined
  cleaning.found.exif ??= data
  return cleanExif(data, cleaning.picture)
}
