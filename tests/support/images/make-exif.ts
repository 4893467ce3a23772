import { pngChunk } from './make-image.ts'

export type ExifValue =
  | string
  | Buffer
  | { readonly short: number }
  | { readonly long: number; readonly count?: number }
  | { readonly fractions: readonly (readonly [number, number])[]; readonly type?: number }
  | { readonly directory: ExifDirectory }

export interface ExifDirectory {
  readonly entries: Readonly<Record<number, ExifValue>>
  readonly next?: ExifDirectory
}

export const exifTags = { make: 0x10f, model: 0x110, orientation: 0x112, exif: 0x8769, gps: 0x8825, dateTaken: 0x9003 }

/** 52° 31' 12.34" N, 13° 24' 56.78" E, with numbers that are easy to find. */
export const gpsFractions = {
  latitude: [
    [52, 1],
    [31, 1],
    [1_234_567_891, 100_000_000],
  ],
  longitude: [
    [13, 1],
    [24, 1],
    [1_987_654_321, 100_000_000],
  ],
} as const

export const gpsDirectory: ExifDirectory = {
  entries: {
    0: Buffer.from([2, 3, 0, 0]),
    1: 'N',
    2: { fractions: gpsFractions.latitude },
    3: 'E',
    4: { fractions: gpsFractions.longitude },
    29: '2024:05:06',
  },
}

/** The EXIF block of a phone; `gps` replaces its position, null leaves it out. */
export const phoneExif = ({ gps = { directory: gpsDirectory } as ExifValue | null } = {}): ExifDirectory => ({
  entries: {
    [exifTags.make]: 'Werkzeug AG',
    [exifTags.model]: 'Werk 1',
    [exifTags.orientation]: { short: 6 },
    [exifTags.exif]: {
      directory: {
        entries: { [exifTags.dateTaken]: '2024:05:06 07:08:09', 37500: Buffer.from('Apple iOS\0 a note of the maker') },
      },
    },
    ...(gps && { [exifTags.gps]: gps }),
  },
})

/** A TIFF block without the `Exif` mark. */
export function makeExif(root: ExifDirectory, { bigEndian = false } = {}): Buffer {
  const block = Buffer.alloc(64 * 1024)
  const u16 = (value: number) => numberBytes({ value, length: 2, bigEndian })
  const u32 = (value: number) => numberBytes({ value, length: 4, bigEndian })
  let free = 8

  function putDirectory({ entries, next }: ExifDirectory): number {
    const all = Object.entries(entries)
    const start = free
    free += 2 + all.length * 12 + 4
    u16(all.length).copy(block, start)
    for (const [index, [tag, value]] of all.entries()) putEntry(start + 2 + index * 12, { tag: Number(tag), value })
    u32(next ? putDirectory(next) : 0).copy(block, start + 2 + all.length * 12)
    return start
  }

  function putEntry(at: number, { tag, value }: { tag: number; value: ExifValue }): void {
    const { type, count, data } = encode(value)
    Buffer.concat([u16(tag), u16(type), u32(count)]).copy(block, at)
    if (data.length <= 4) data.copy(block, at + 8)
    else {
      u32(free).copy(block, at + 8)
      data.copy(block, free)
      free += data.length + (data.length % 2)
    }
  }

  function encode(value: ExifValue): { type: number; count: number; data: Buffer } {
    if (typeof value === 'string')
      return { type: 2, count: Buffer.byteLength(value) + 1, data: Buffer.from(`${value}\0`) }
    if (Buffer.isBuffer(value)) return { type: 7, count: value.length, data: value }
    if ('short' in value) return { type: 3, count: 1, data: u16(value.short) }
    if ('long' in value) return { type: 4, count: value.count ?? 1, data: u32(value.long) }
    if ('directory' in value) return { type: 4, count: 1, data: u32(putDirectory(value.directory)) }
    const { fractions, type = 5 } = value
    return { type, count: fractions.length, data: Buffer.concat(fractions.flat().map(u32)) }
  }

  Buffer.concat([Buffer.from(bigEndian ? 'MM' : 'II'), u16(42)]).copy(block)
  u32(putDirectory(root)).copy(block, 4)
  return Buffer.from(block.subarray(0, free))
}

function numberBytes({ value, length, bigEndian }: { value: number; length: number; bigEndian: boolean }): Buffer {
  const bytes = Buffer.alloc(length)
  if (bigEndian) bytes.writeUIntBE(value, 0, length)
  else bytes.writeUIntLE(value, 0, length)
  return bytes
}

/** Puts segments into a JPEG right after its start. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function jpegSegment(marker: number, ...data: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([header, content])
}

export const exifSegment = (exif: Buffer): Buffer => jpegSegment(0xe1, 'Exif\0\0', exif)

/** Puts chunks into a PNG right after its header. */
export const withChunks = (png: Buffer, ...chunks: [type: string, data: Buffer][]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks.map(([type, data]) => pngChunk(type, data)), png.subarray(33)])
