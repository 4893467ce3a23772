import { describe, expect, it } from 'vitest'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import type { ImageHead } from '#server/ports/previewer.ts'
import {
  makeHugePng,
  makeImage,
  makeJpegHead,
  pngChunk,
  pngSignature,
  textFile,
} from '#tests/support/images/make-image.ts'

function read(bytes: Buffer, chunkSize = 64 * 1024): ImageHead {
  const reader = createHeadReader()
  let head = reader(Buffer.alloc(0))
  for (let at = 0; at < bytes.length; at += chunkSize) head = reader(bytes.subarray(at, at + chunkSize))
  return head
}

const kinds = [
  ['a JPEG', {}, 'image/jpeg'],
  ['a progressive JPEG', { progressive: true }, 'image/jpeg'],
  ['a JPEG with a profile of several segments', { profile: 'cmyk' }, 'image/jpeg'],
  ['a JPEG with EXIF', { orientation: 6, model: 'Werk 1' }, 'image/jpeg'],
  ['a PNG', { format: 'png' }, 'image/png'],
  ['a WebP', { format: 'webp' }, 'image/webp'],
  ['a WebP with transparency', { format: 'webp', alpha: true }, 'image/webp'],
  ['a WebP with EXIF', { format: 'webp', model: 'Werk 1' }, 'image/webp'],
] as const

describe('createHeadReader', () => {
  it.each(kinds)(
    'reads type, stored size and what decoding takes of %s, whatever the chunks',
    async (_, spec, mimeType) => {
      const bytes = await makeImage({ width: 301, height: 207, ...spec })
      const whole = read(bytes, bytes.length)
      const decoding = { work: expect.any(Number), memory: expect.any(Number), isShown: true }
      expect(whole).toEqual({ kind: 'image', mimeType, size: { width: 301, height: 207 }, decoding })
      for (const chunkSize of [1, 7, 64 * 1024]) expect(read(bytes, chunkSize)).toEqual(whole)
    },
  )

  it('reads the size of a lossless WebP', () => {
    const head = Buffer.from('5249464600000000574542505650384c000000002f', 'hex')
    const size = Buffer.from([0x2c, 0x81, 0x33, 0x00, 0, 0, 0, 0, 0])
    expect(read(Buffer.concat([head, size]))).toMatchObject({ size: { width: 301, height: 207 } })
  })

  it('does not return the size of a thumbnail inside the metadata', () => {
    const thumbnail = makeJpegHead({ width: 160, height: 120 })
    const length = Buffer.from([0, thumbnail.length + 2])
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
      length,
      thumbnail,
      makeJpegHead({ width: 4000, height: 3000 }).subarray(2),
    ])
    for (const chunkSize of [1, 64])
      expect(read(bytes, chunkSize)).toMatchObject({ size: { width: 4000, height: 3000 } })
  })

  it('reads a frame header that names more components than it has, whatever the chunks', () => {
    const frame = Buffer.from('ffd8ffc2000b080708070803112200', 'hex')
    frame[11] = 200
    const bytes = Buffer.concat([frame, Buffer.alloc(1_000, 0x22)])
    const whole = read(bytes, bytes.length)
    for (const chunkSize of [1, 7]) expect(read(bytes, chunkSize)).toEqual(whole)
  })

  it('gives up on more segments than any camera writes', async () => {
    const [empty, jpeg] = [Buffer.from([0xff, 0xe1, 0, 2]), await makeImage()]
    const withEmpty = (count: number) =>
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(count * 4, empty), jpeg.subarray(2)])
    expect(read(withEmpty(10_000))).toMatchObject({ size: { width: 64, height: 48 } })
    expect(read(withEmpty(100_000))).toMatchObject({ kind: 'image', isTooComplex: true })
  })

  it('reads a declared size before any pixel has arrived', () => {
    expect(read(makeHugePng({ data: 'none' }))).toMatchObject({ size: { width: 50_000, height: 50_000 } })
    expect(read(makeJpegHead())).toMatchObject({ size: { width: 60_000, height: 60_000 } })
  })

  it('refuses other files after their first bytes', async () => {
    expect(createHeadReader()(textFile().subarray(0, 1))).toEqual({ kind: 'unsupported' })
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      'RIFF\0\0\0\0WAVE',
      '%PDF-1.7',
      'II*\0',
      '\0\0\0\x18ftypheic',
    ]
    for (const other of others) expect(read(Buffer.from(other, 'latin1'), 1)).toEqual({ kind: 'unsupported' })
  })

  it('returns unknown until there are enough bytes', () => {
    expect(read(Buffer.alloc(0))).toEqual({ kind: 'unknown' })
    expect(read(Buffer.from([0xff, 0xd8]))).toEqual({ kind: 'unknown' })
    expect(read(Buffer.from('RIFF\0\0\0\0WEB'))).toEqual({ kind: 'unknown' })
  })

  it('returns no size for an image without one', () => {
    const noHeader = Buffer.concat([
      pngSignature,
      pngChunk('tEXt', Buffer.from('a\0b')),
      pngChunk('IHDR', Buffer.alloc(13)),
    ])
    expect(read(noHeader, 5)).toEqual({ kind: 'image', mimeType: 'image/png' })
    expect(read(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100_000)]))).toEqual({
      kind: 'image',
      mimeType: 'image/jpeg',
    })
  })

  it('is fast for any bytes', () => {
    const markers = Buffer.alloc(4 * 1024 * 1024, Buffer.from([0xff, 0xe0, 0x00, 0x00]))
    markers.set([0xff, 0xd8, 0xff, 0xe0])
    const before = process.cpuUsage()
    expect(read(markers, 1024)).toMatchObject({ kind: 'image', mimeType: 'image/jpeg' })
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000)
  })
})
