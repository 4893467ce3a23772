import { cleanExif } from './clean-exif.ts'
import { cleanXmp } from './clean-xmp.ts'
import type { FileBytes } from './file-bytes.ts'
import { type Found, type KeptContent, maxFileChunks, tooManyChunks } from './found.ts'
import { createPieces, type Replacement } from './pieces.ts'
import { webpChunk, webpChunks } from './webp-chunk.ts'

/** Chunks that stay as they are: the picture, its colours, the frames of an animation. */
const keptTypes = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

const fileHeader = 12
/** Longer metadata is not inspected, nor are more chunks than a program writes (D61). */
const maxLength = 1024 * 1024
const maxChunks = 1_000
/** In the first byte of VP8X. */
const flags: Record<string, number> = { EXIF: 0x08, 'XMP ': 0x04 }

/** Leaves of a WebP its picture and, of its metadata, what the tables of this folder list. */
export function cleanWebp(bytes: FileBytes, kept: KeptContent): Found {
  const pieces = createPieces()
  const found: { exif?: Buffer } = {}
  const claimed = 8 + bytes.read(4, 8).readUInt32LE()
  const size = Math.min(claimed + (claimed % 2), bytes.size)
  const head = bytes.read(12, 30)
  const picture =
    head.length === 18 && head.toString('latin1', 0, 4) === 'VP8X'
      ? { width: head.readUIntLE(12, 3) + 1, height: head.readUIntLE(15, 3) + 1 }
      : undefined
  const gone = new Set<string>()
  pieces.keep({ start: 0, end: fileHeader })
  let metadata = 0
  let count = 0
  for (const { type, start, dataEnd, end } of webpChunks(bytes, size)) {
    if (count++ === maxFileChunks) break
    const part = { start, end: Math.min(size, end) }
    if (keptTypes.has(type)) pieces.keep(part)
    else {
      const isSeen = dataEnd <= size && dataEnd - start - 8 <= maxLength && ++metadata <= maxChunks
      const data = isSeen && bytes.read(start + 8, dataEnd)
      const content = data ? cleanChunk({ type, data }, { kept, picture, found }) : undefined
      pieces.replace(part, content && content !== 'same' ? webpChunk(type, content) : content)
      if (!content) gone.add(type)
    }
  }
  return {
    ...found,
    pieces: withHeader(bytes, { pieces, gone, size }),
    end: size,
    ...(count >= maxFileChunks && tooManyChunks),
  }
}

function cleanChunk(
  { type, data }: { readonly type: string; readonly data: Buffer },
  { kept, picture, found }: { kept: KeptContent; picture: Parameters<typeof cleanExif>[1]; found: { exif?: Buffer } },
): Replacement {
  if (type === 'XMP ') return cleanXmp(data, kept)
  if (type !== 'EXIF') return undefined
  found.exif ??= data
  return cleanExif(data, picture)
}

/** The length of the file and what it holds are written at its beginning. */
function withHeader(
  bytes: FileBytes,
  { pieces, gone, size }: { pieces: Found['pieces']; gone: ReadonlySet<string>; size: number },
): Found['pieces'] {
  if (pieces.isWhole(size)) return pieces
  const length = pieces.list.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start),
    0,
  )
  const whole = createPieces()
  const start = bytes.read(0, fileHeader)
  start.writeUInt32LE(length - 8, 4)
  whole.put(start)
  for (const piece of pieces.list) {
    if (Buffer.isBuffer(piece)) whole.put(piece)
    else if (piece.start > 0) whole.keep(piece)
    else if (piece.end > fileHeader && bytes.read(12, 16).toString('latin1') === 'VP8X') {
      const extended = bytes.read(12, 30)
      for (const type of gone) extended[8] = (extended[8] ?? 0) & ~(flags[type] ?? 0)
      whole.put(extended)
      whole.keep({ start: 30, end: piece.end })
    } else whole.keep({ start: fileHeader, end: piece.end })
  }
  return whole
}
