/** An EXIF block: a TIFF structure without pixels. Offsets count from its header. */
export interface Tiff {
  readonly bytes: Buffer
  readonly u16: (at: number) => number
  readonly u32: (at: number) => number
  readonly isLittle: boolean
  /** Where the first directory should be. */
  readonly first: number
}

export interface TiffEntry {
  readonly at: number
  readonly tag: number
  readonly type: number
  readonly count: number
  /** Where the value is, in the entry itself when it has at most 4 bytes; undefined when it is not inside the block. */
  readonly value: { readonly start: number; readonly end: number } | undefined
}

export interface TiffDirectory {
  readonly at: number
  readonly entries: readonly TiffEntry[]
  /** The block ends before the directory does. */
  readonly truncated: boolean
  /** Where the entries end and the offset of the next directory is kept. */
  readonly end: number
  /** 0 when there is none. */
  readonly next: number
}

export const entryLength = 12

/** Bytes of one value by type: byte, ascii, short, long, rational, signed kinds, undefined, floats, IFD. */
const typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/**
 * undefined when the bytes do not begin with a TIFF header. An `Exif` mark before it is passed over; its last two bytes
 * should be 0, but not all readers look at them.
 */
export function openTiff(block: Buffer): Tiff | undefined {
  const header = block.toString('latin1', 0, 4) === 'Exif' ? 6 : 0
  const bytes = block.subarray(header)
  if (bytes.length < 8) return undefined
  const mark = bytes.toString('latin1', 0, 4)
  const isLittle = mark === 'II*\0'
  if (!isLittle && mark !== 'MM\0*') return undefined
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  return { bytes, u16, u32, isLittle, first: u32(4) }
}

/** The directory at an offset, as far as the block reaches; undefined when not even its number of entries is inside. */
export function readDirectory(tiff: Tiff, at: number): TiffDirectory | undefined {
  const { bytes, u16, u32 } = tiff
  if (at < 8 || at + 2 > bytes.length) return undefined
  const count = u16(at)
  const fits = Math.min(count, Math.floor((bytes.length - at - 2) / entryLength))
  const entries = Array.from({ length: fits }, (_, index) => readEntry(tiff, at + 2 + index * entryLength))
  const end = at + 2 + fits * entryLength
  const next = fits === count && end + 4 <= bytes.length ? u32(end) : 0
  return { at, entries, truncated: fits < count, end, next }
}

function readEntry({ bytes, u16, u32 }: Tiff, at: number): TiffEntry {
  const type = u16(at + 2)
  const count = u32(at + 4)
  const length = (typeLengths[type] ?? 0) * count
  const start = length <= 4 ? at + 8 : u32(at + 8)
  const inside = length > 0 && start + length <= bytes.length
  return { at, tag: u16(at), type, count, value: inside ? { start, end: start + length } : undefined }
}

/** The offset that an entry points to, for directories inside directories. */
export const pointerOf = (tiff: Tiff, entry: TiffEntry): number => tiff.u32(entry.at + 8)
