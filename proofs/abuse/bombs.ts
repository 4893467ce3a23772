import { createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { exifSegment, jpegSegment, makeExif, withChunks, withSegments } from '#tests/support/images/make-exif.ts'
import { makeHugePng, makeImage, makeJpegHead, pngChunk, pngSignature } from '#tests/support/images/make-image.ts'

export interface Bomb {
  readonly what: string
  readonly make: () => Promise<Buffer> | Buffer
  /** Quickly made and refused: also in the short form. */
  readonly isLight?: true
}

const mebi = 2 ** 20
const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Small files that declare or decompress to much. All are refused, or stored like any other photo. */
export const bombs: readonly Bomb[] = [
  { isLight: true, what: 'PNG of 50,000 × 50,000', make: () => makeHugePng() },
  {
    isLight: true,
    what: 'PNG that claims 2^31 × 2^31',
    make: () => makeHugePng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, data: 'none' }),
  },
  {
    what: 'PNG of 100 million pixels, 1 bit',
    make: () => flatPng({ width: 10_000, height: 10_000, depth: 1, colour: 0 }),
  },
  {
    what: 'PNG of 100 million pixels, 64 bits, interlaced',
    make: () => flatPng({ width: 10_000, height: 10_000, depth: 16, colour: 6, interlaced: true }),
  },
  {
    what: 'PNG of 1 × 100,000,000',
    make: () => flatPng({ width: 1, height: 100_000_000, depth: 1, colour: 0 }),
  },
  {
    what: 'PNG whose pixels unfold to 300 times too many',
    make: () => flatPng({ width: 64, height: 48, depth: 8, colour: 0, surplus: 256 * mebi }),
  },
  {
    what: 'PNG with zTXt of 256 MiB',
    make: async () => withChunks(await png(), ['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(256 * mebi)])]),
  },
  {
    what: 'PNG with iTXt of 256 MiB',
    make: async () =>
      withChunks(await png(), [
        'iTXt',
        Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), zeros(256 * mebi)]),
      ]),
  },
  {
    what: 'PNG with a profile of 256 MiB',
    make: async () => withChunks(await png(), ['iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros(256 * mebi)])]),
  },
  {
    what: 'PNG with 100,000 chunks',
    make: async () => withChunks(await png(), ...Array(100_000).fill(['tEXt', Buffer.from('a\0b')])),
  },
  {
    what: 'PNG with 30 MB of text',
    make: async () =>
      withChunks(await png(), ['tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(30 * mebi, 'x')])]),
  },
  {
    isLight: true,
    what: 'JPEG that claims 65,500 × 65,500',
    make: () => makeJpegHead({ width: 65_500, height: 65_500 }),
  },
  {
    isLight: true,
    what: 'JPEG that claims 10,000 × 10,000 without pixels',
    make: () => makeJpegHead({ width: 10_000, height: 10_000 }),
  },
  {
    what: 'JPEG of 64 million pixels with 2,000 scans',
    make: () => manyScans({ side: 8_000, scans: 2_000 }),
  },
  {
    isLight: true,
    what: 'JPEG of 1 million pixels with 20,000 scans',
    make: () => manyScans({ side: 1_000, scans: 20_000 }),
  },
  {
    what: 'JPEG with 25 MB of XMP',
    make: async () =>
      withSegments(
        await jpeg(),
        ...Array(400).fill(jpegSegment(0xe1, `http://ns.adobe.com/xmp/extension/\0${'A'.repeat(65_000)}`)),
      ),
  },
  {
    what: 'JPEG with 60,000 segments',
    make: async () => withSegments(await jpeg(), ...Array(60_000).fill(jpegSegment(0xe2, 'x'))),
  },
  {
    what: 'JPEG with 20,000 profiles',
    make: async () =>
      withSegments(await jpeg(), ...Array(20_000).fill(jpegSegment(0xe2, 'ICC_PROFILE\0\x01\xff', Buffer.alloc(100)))),
  },
  {
    isLight: true,
    what: 'JPEG with XMP nested 100,000 deep',
    make: async () =>
      withSegments(await jpeg(), jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${'<a>'.repeat(21_000)}`)),
  },
  {
    isLight: true,
    what: 'EXIF that goes in circles',
    make: async () => withSegments(await jpeg(), exifSegment(circularExif())),
  },
  {
    isLight: true,
    what: 'EXIF that counts to 2^32',
    make: async () =>
      withSegments(
        await jpeg(),
        exifSegment(
          makeExif({
            entries: {
              271: { long: 8, count: 2 ** 32 - 1 },
              34665: { long: 8, count: 2 ** 31 },
              34853: { long: 2 ** 32 - 1 },
            },
          }),
        ),
      ),
  },
  { what: 'WebP of 16,383 × 16,383', make: () => flatWebp(16_383, 16_383) },
  { what: 'WebP of 16,383 × 6,000', make: () => flatWebp(16_383, 6_000) },
  { what: 'WebP with 2,000 frames', make: manyFrames },
  {
    isLight: true,
    what: 'WebP whose canvas claims 2^24 × 2^24',
    make: async () => webpCanvas(2 ** 24 - 1, 2 ** 24 - 1),
  },
  { isLight: true, what: 'WebP whose canvas claims 10,000 × 10,000', make: async () => webpCanvas(9_999, 9_999) },
]

const png = () => makeImage({ format: 'png' })
const jpeg = () => makeImage()

interface FlatPng {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8 | 16
  /** 0 grey, 6 red, green, blue and alpha. */
  readonly colour: 0 | 6
  readonly interlaced?: boolean
  /** More bytes of pixels than the picture has. */
  readonly surplus?: number
}

/** A whole picture of zeros in a few hundred kB. */
async function flatPng({ width, height, depth, colour, interlaced = false, surplus = 0 }: FlatPng): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const bits = depth * (colour === 6 ? 4 : 1)
  const rows = interlaced ? interlacedRows(width, height) : [[width, height] as const]
  const size = rows.reduce(
    (sum, [columns, lines]) => sum + (columns === 0 ? 0 : lines * (1 + Math.ceil((columns * bits) / 8))),
    0,
  )
  const data = await deflatedZeros(size + surplus)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Columns and lines of the seven passes. */
const interlacedRows = (width: number, height: number): (readonly [number, number])[] =>
  [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ].map(([x = 0, y = 0, dx = 1, dy = 1]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const)

async function deflatedZeros(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 6 })
  const block = Buffer.alloc(mebi)
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => deflate.once('end', resolve).once('error', reject))
  for (let left = bytes; left > 0; left -= block.length) {
    const more = deflate.write(block.subarray(0, Math.min(left, block.length)))
    if (!more) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  return Buffer.concat(parts)
}

/** A progressive JPEG whose last scan is repeated: each makes the decoder go over all pixels again. */
async function manyScans({ side, scans }: { side: number; scans: number }): Promise<Buffer> {
  const flat = sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })
  const bytes = await flat.jpeg({ progressive: true, quality: 30 }).toBuffer()
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(last, bytes.length - 2)
  const most = Math.floor((36 * mebi - bytes.length) / scan.length)
  return Buffer.concat([bytes.subarray(0, -2), ...Array(Math.min(scans, most)).fill(scan), bytes.subarray(-2)])
}

/** A directory whose next one is itself, and whose EXIF directory is its parent. */
function circularExif(): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*\0', 'latin1')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(1, 8)
  block.writeUInt16LE(0x8769, 10)
  block.writeUInt16LE(4, 12)
  block.writeUInt32LE(1, 14)
  block.writeUInt32LE(8, 18)
  block.writeUInt32LE(8, 22)
  return block
}

const flatWebp = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#123456' }, limitInputPixels: false })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()

async function manyFrames(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 2_000 }, (_, index) =>
      sharp({ create: { width: 16, height: 16, channels: 3, background: { r: index % 256, g: index >> 8, b: 0 } } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
}

/** A small picture with an extended header of another size. */
async function webpCanvas(width: number, height: number): Promise<Buffer> {
  const bytes = await makeImage({ format: 'webp', profile: 'p3' })
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}
