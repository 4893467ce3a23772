import { createDeflate } from 'node:zlib'
import sharp from 'sharp'
import { jpegSegment, withChunks, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage, pngChunk, pngSignature } from '#tests/support/images/make-image.ts'
import { makeManyScans } from '#tests/support/images/many-scans.ts'
import { xmpSegment } from '#tests/support/images/positional-images.ts'

/** A file that costs much memory or time, and the allowed answers. */
export interface HostileKind {
  readonly name: string
  /** It takes long to make or decode: not in the short form. */
  readonly isLong?: boolean
  readonly statuses: readonly number[]
  readonly make: () => Promise<Buffer>
}

const refused = [400]
const either = [200, 400]

export const hostileKinds: readonly HostileKind[] = [
  {
    name: 'a PNG of 12,500,000 x 8, 16 bits',
    statuses: refused,
    make: () => emptyPng({ width: 12_500_000, height: 8, deep: true }),
  },
  {
    name: 'a PNG of 30,000 x 3,333 with 16 bits',
    isLong: true,
    statuses: either,
    make: () => emptyPng({ width: 30_000, height: 3_333, deep: true }),
  },
  { name: 'a JPEG with 640 scans', statuses: refused, make: async () => makeManyScans({ scans: 640 }) },
  {
    name: 'a JPEG of 81 megapixels with 99 scans',
    isLong: true,
    statuses: either,
    make: async () => makeManyScans({ width: 9_000, height: 9_000, scans: 98 }),
  },
  {
    name: 'a JPEG with segments of XMP',
    statuses: either,
    make: () => segments(xmpSegment('<rdf:RDF'.repeat(8)), 15_000),
  },
  {
    name: 'a JPEG of ten million empty segments',
    statuses: refused,
    make: () => segments(jpegSegment(0xe1, ''), 10_000_000),
  },
  { name: 'a JPEG with ids of continued XMP', statuses: either, make: continuedXmp },
  {
    name: 'a WebP of 16,383 x 6,000 without loss',
    isLong: true,
    statuses: either,
    make: () => plain(16_383, 6_000).webp({ lossless: true, effort: 0 }).toBuffer(),
  },
  {
    name: 'an interlaced PNG of 100 megapixels',
    isLong: true,
    statuses: either,
    make: () => emptyPng({ width: 10_000, height: 10_000, interlaced: true }),
  },
  {
    name: 'an interlaced PNG of 100 megapixels with 16 bits',
    isLong: true,
    statuses: refused,
    make: () => emptyPng({ width: 10_000, height: 10_000, deep: true, interlaced: true }),
  },
  {
    name: 'a progressive JPEG of 100 megapixels',
    isLong: true,
    statuses: either,
    make: () => plain(10_000, 10_000).jpeg({ progressive: true }).toBuffer(),
  },
  { name: 'a PNG with packed texts', isLong: true, statuses: either, make: packedTexts },
  { name: 'a JPEG full of restarts', isLong: true, statuses: either, make: restarts },
  {
    name: 'a PNG that unfolds to 30,000 times its pixels',
    isLong: true,
    statuses: either,
    make: () => emptyPng({ width: 64, height: 48, surplus: 256 * 2 ** 20 }),
  },
  { name: 'a PNG with a packed profile of 256 MiB', isLong: true, statuses: either, make: packedProfile },
  {
    name: 'a JPEG with 20,000 profiles',
    isLong: true,
    statuses: either,
    make: () => segments(jpegSegment(0xe2, 'ICC_PROFILE\0\x01\xff', Buffer.alloc(100)), 20_000),
  },
  { name: 'a WebP of 2,000 frames', isLong: true, statuses: either, make: manyFrames },
]

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345678' } })

interface PngSpec {
  readonly width: number
  readonly height: number
  readonly deep?: boolean
  readonly interlaced?: boolean
  /** More bytes than it has pixels. */
  readonly surplus?: number
}

/** All black; its rows exist only compressed. */
async function emptyPng({ width, height, deep = false, interlaced = false, surplus = 0 }: PngSpec): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([deep ? 16 : 8, 2, 0, 0, interlaced ? 1 : 0], 8)
  const data = await packZeros(height * (1 + width * 3 * (deep ? 2 : 1)) + (interlaced ? height * 2 : 0) + surplus)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...chunks])
}

async function packZeros(length: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 6 })
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const zeros = Buffer.alloc(2 ** 20)
  for (let left = length; left > 0; left -= zeros.length) {
    const piece = left < zeros.length ? zeros.subarray(0, left) : zeros
    if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  const ended = new Promise((resolve) => deflate.once('end', resolve))
  deflate.end()
  await ended
  return Buffer.concat(packed)
}

const segments = async (segment: Buffer, count: number): Promise<Buffer> =>
  withSegments(await makeImage(), Buffer.alloc(segment.length * count, segment))

async function continuedXmp(): Promise<Buffer> {
  const parts = Array.from({ length: 15_000 }, (_, index) =>
    jpegSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', String(index).padStart(32), Buffer.alloc(9)),
  )
  return withSegments(await makeImage(), ...parts)
}

async function packedTexts(): Promise<Buffer> {
  const bomb = await packZeros(100 * 2 ** 20)
  const text = Buffer.concat([Buffer.from('Raw profile type exif\0\0', 'latin1'), bomb])
  return withChunks(
    await makeImage({ format: 'png' }),
    ...Array.from({ length: 100 }, () => ['zTXt', text] as [string, Buffer]),
  )
}

async function packedProfile(): Promise<Buffer> {
  const profile = Buffer.concat([Buffer.from('p\0\0'), await packZeros(256 * 2 ** 20)])
  return withChunks(await makeImage({ format: 'png' }), ['iCCP', profile])
}

async function manyFrames(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 2_000 }, (_, n) =>
      makeImage({ format: 'png', colour: `#${n.toString(16).padStart(6, '0')}` }),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
}

async function restarts(): Promise<Buffer> {
  const jpeg = await makeImage()
  const padding = Buffer.alloc(38 * 2 ** 20, Buffer.from([0xff, 0xd0, 0xff, 0]))
  return Buffer.concat([jpeg.subarray(0, -2), padding, jpeg.subarray(-2)])
}
