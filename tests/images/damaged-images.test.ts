import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpegSegment, withSegments } from '#tests/support/images/make-exif.ts'
import { makeHugePng, makeImage, makeJpegHead, pngChunk, textFile, truncate } from '#tests/support/images/make-image.ts'
import { blue, expectClose, green, previewing, quarters, red, yellow } from '#tests/support/images/previewing.ts'

const { jobFor, makePreview, previewOf } = previewing()

/** A PNG with something else in the place of its packed picture. */
function withPackedPicture(png: Buffer, change: (packed: Buffer) => Buffer): Buffer {
  const [before, packed, after]: [Buffer[], Buffer[], Buffer[]] = [[png.subarray(0, 8)], [], []]
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at, at + 12 + png.readUInt32BE(at))
    if (chunk.toString('latin1', 4, 8) === 'IDAT') packed.push(chunk.subarray(8, -4))
    else (packed.length > 0 ? after : before).push(chunk)
  }
  return Buffer.concat([...before, pngChunk('IDAT', change(Buffer.concat(packed))), ...after])
}

describe('makePreview of damaged images', () => {
  it.each([
    ['an empty file', async () => Buffer.alloc(0), 'UNSUPPORTED_IMAGE'],
    ['a text file', async () => textFile(), 'UNSUPPORTED_IMAGE'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'UNSUPPORTED_IMAGE',
    ],
    [
      'a GIF',
      async () =>
        sharp(await makeImage())
          .gif()
          .toBuffer(),
      'UNSUPPORTED_IMAGE',
    ],
    [
      'a TIFF',
      async () =>
        sharp(await makeImage())
          .tiff()
          .toBuffer(),
      'UNSUPPORTED_IMAGE',
    ],
    ['a cut JPEG', async () => truncate(await makeImage({ width: 500, height: 500, detail: true })), 'DAMAGED_IMAGE'],
    [
      'a cut PNG',
      async () => truncate(await makeImage({ width: 500, height: 500, format: 'png', detail: true })),
      'DAMAGED_IMAGE',
    ],
    [
      'a cut WebP',
      async () => truncate(await makeImage({ width: 500, height: 500, format: 'webp', detail: true })),
      'DAMAGED_IMAGE',
    ],
    ['the mark of a JPEG alone', async () => Buffer.from([0xff, 0xd8, 0xff]), 'DAMAGED_IMAGE'],
    ['a PNG of 50,000 x 50,000 pixels in 10 kB', async () => makeHugePng(), 'IMAGE_TOO_LARGE'],
    ['a PNG header that claims as much', async () => makeHugePng({ data: 'none' }), 'IMAGE_TOO_LARGE'],
    ['a JPEG header that claims too much', async () => makeJpegHead(), 'IMAGE_TOO_LARGE'],
    ['one row of pixels too many', async () => makeImage({ width: 1000, height: 1001 }), 'IMAGE_TOO_LARGE'],
  ])('refuses %s', async (_, make, code) => {
    const job = await jobFor(await make())
    await expect(makePreview(job)).rejects.toMatchObject({ code })
    await expect(stat(job.target)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses a JPEG with arithmetic coding, which no browser shows', async () => {
    const bytes = await makeImage()
    bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
    await expect(makePreview(await jobFor(bytes))).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE' })
  })

  it('accepts as many pixels as allowed', async () => {
    await expect(previewOf({ width: 1000, height: 1000 })).resolves.toBeDefined()
  })

  it('accepts a JPEG with the harmless faults that some phones write', async () => {
    const jpeg = await makeImage({ width: 400, height: 300, detail: true })
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const wrongScan = Buffer.from(jpeg)
    wrongScan[scan + jpeg.readUInt16BE(scan + 2)] = 0
    const between = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
    for (const bytes of [wrongScan, between, Buffer.concat([jpeg, Buffer.from('appended')])]) {
      const job = await jobFor(bytes)
      expect(await makePreview(job)).toMatchObject({ width: 400, height: 300 })
      expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow], 60)
    }
  })

  it.each([
    ['a JPEG without its end', 'jpeg', 2],
    ['a JPEG without its last bytes', 'jpeg', 60],
    ['a PNG without its end', 'png', 12],
    ['a PNG without its last bytes', 'png', 40],
  ] as const)('takes %s, which browsers show as a whole, and stores it as it is', async (_, format, cut) => {
    const whole = await makeImage({ width: 500, height: 500, format, detail: true })
    const bytes = whole.subarray(0, -cut)
    const job = await jobFor(bytes, { remove: { location: true, trailers: true } })
    expect(await makePreview(job)).toMatchObject({ width: 500, height: 500 })
    expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow], 60)
    expect((await readFile(job.source)).equals(bytes)).toBe(true)
  })

  it.each([
    ['a wrong checksum', (packed: Buffer) => Buffer.concat([packed.subarray(0, -4), Buffer.from('sums')])],
    ['no checksum', (packed: Buffer) => packed.subarray(0, -4)],
    ['too small a window', (packed: Buffer) => Buffer.concat([Buffer.from([0x18, 0x19]), packed.subarray(2)])],
  ])('takes a PNG with %s around its packed picture, which browsers show as a whole', async (_, damage) => {
    for (const spec of [{}, { palette: true }, { deep: true }, { alpha: true }]) {
      const png = await makeImage({ width: 400, height: 96, format: 'png', detail: true, ...spec })
      const bytes = withPackedPicture(png, damage)
      const job = await jobFor(bytes, { remove: { location: true, trailers: true } })
      expect(await makePreview(job)).toMatchObject({ width: 400, height: 96 })
      expect((await readFile(job.source)).equals(bytes)).toBe(true)
      const whole = await jobFor(png)
      await makePreview(whole)
      expect((await readFile(job.target)).equals(await readFile(whole.target))).toBe(true)
    }
  })

  it.each([
    ['a version of JFIF that nobody knows', jpegSegment(0xe0, 'JFIF\0\x03\x01\0\0\x01\0\x01\0\0')],
    ['a kind of colours that nobody knows', jpegSegment(0xee, 'Adobe\0\x64\0\0\0\0\x03')],
  ])('takes a JPEG with %s, which browsers show as a whole', async (_, segment) => {
    const jpeg = withSegments(await makeImage({ width: 400, height: 300 }), segment)
    const job = await jobFor(jpeg)
    expect(await makePreview(job)).toMatchObject({ width: 400, height: 300 })
    expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow])
  })

  it.each([
    ['a WebP without its last bytes', false],
    ['a WebP without loss and its last bytes', true],
  ])('takes %s, and completes it, because browsers do not show half a file', async (_, lossless) => {
    const png = await makeImage({ width: 64, height: 4_000, format: 'png', detail: true })
    const webp = await sharp(png).webp({ lossless, effort: 0 }).toBuffer()
    for (const remove of [{ location: true, trailers: true }, undefined]) {
      const job = await jobFor(webp.subarray(0, -20), { remove })
      expect(await makePreview(job)).toMatchObject({ width: 64, height: 4_000 })
      expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow], 60)
      const { length } = await readFile(job.source)
      expect(length > webp.length - 20).toBe(remove !== undefined)
      expect((await readdir(dirname(job.source))).filter((name) => name.endsWith('.end'))).toEqual([])
    }
  })

  it('reports a JPEG as damaged whose picture is full of marker-like bytes', async () => {
    const jpeg = await makeImage({ width: 500, height: 500, detail: true })
    const half = Math.floor(jpeg.length / 2)
    const markers = Buffer.alloc(200_000, Buffer.from([0xff, 0xe1, 0, 2]))
    const job = await jobFor(Buffer.concat([jpeg.subarray(0, half), markers, jpeg.subarray(half)]))
    await expect(makePreview(job)).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
  })

  it.each([0.95, 0.98])('refuses an image without its last rows (%s)', async (share) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const job = await jobFor(truncate(await makeImage({ width: 500, height: 500, format, detail: true }), share))
      await expect(makePreview(job)).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
    }
  })
})
