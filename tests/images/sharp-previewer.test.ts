import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { PreviewJob } from '#server/ports/previewer.ts'
import { makeExif, phoneExif, withChunks } from '#tests/support/images/make-exif.ts'
import {
  type ImageSpec,
  makeHugePng,
  makeImage,
  makeJpegHead,
  textFile,
  truncate,
} from '#tests/support/images/make-image.ts'

const maxPixels = 1_000_000
const clock = { now: () => new Date('2026-06-01T12:00:00Z') }
let folder: string
let previewer: ReturnType<typeof createPreviewer>
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previewer-'))
  previewer = createPreviewer({ maxPixels, maxSide: 100_000, clock })
})

afterAll(async () => {
  await previewer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function jobFor(bytes: Buffer, job: Partial<PreviewJob> = {}): Promise<PreviewJob> {
  files += 1
  const source = join(folder, `${files}.bin`)
  await writeFile(source, bytes)
  return { source, target: join(folder, `${files}-preview.jpg`), turn: 1, ...job }
}

async function previewOf(spec: ImageSpec) {
  const job = await jobFor(await makeImage(spec))
  const facts = await previewer.makePreview(job)
  const bytes = await readFile(job.target)
  return { facts, bytes, metadata: await sharp(bytes).metadata() }
}

/** The colours of the four quarters and of the whole of an image, as a colour-managed browser shows them. */
async function quarters(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

const red = [220, 30, 30]
const green = [30, 180, 60]
const blue = [30, 60, 220]
const yellow = [230, 210, 40]

function expectClose(actual: number[][], expected: number[][], tolerance = 12): void {
  for (const [index, colour] of expected.entries()) {
    for (const [channel, value] of colour.entries()) {
      expect(Math.abs((actual[index]?.[channel] ?? -1000) - value), `${actual[index]} is ${colour}`).toBeLessThan(
        tolerance,
      )
    }
  }
}

describe('makePreview', () => {
  it('makes a JPEG of 800 px width; the height follows', async () => {
    const { metadata } = await previewOf({ width: 1000, height: 750 })
    expect(metadata).toMatchObject({ format: 'jpeg', width: 800, height: 600 })
    const portrait = await previewOf({ width: 900, height: 1000 })
    expect(portrait.metadata).toMatchObject({ width: 800, height: 889 })
  })

  it('does not enlarge', async () => {
    expect((await previewOf({ width: 300, height: 200 })).metadata).toMatchObject({ width: 300, height: 200 })
    expect((await previewOf({ width: 1, height: 1 })).metadata).toMatchObject({ width: 1, height: 1 })
  })

  it('writes quality 85', async () => {
    const { bytes } = await previewOf({ width: 600, height: 400 })
    const table = bytes.indexOf(Buffer.from([0xff, 0xdb]))
    // The first entries of the luminance table of the JPEG standard, scaled to quality 85.
    expect([...bytes.subarray(table + 5, table + 8)]).toEqual([5, 3, 4])
  })

  it.each([
    [1, [red, green, blue, yellow]],
    [2, [green, red, yellow, blue]],
    [3, [yellow, blue, green, red]],
    [4, [blue, yellow, red, green]],
    [5, [red, blue, green, yellow]],
    [6, [blue, red, yellow, green]],
    [7, [yellow, green, blue, red]],
    [8, [green, yellow, red, blue]],
  ])('shows orientation %i as the camera was held', async (orientation, shown) => {
    const { facts, bytes, metadata } = await previewOf({ width: 1000, height: 500, orientation })
    const isOnItsSide = orientation >= 5
    expect(facts).toMatchObject(isOnItsSide ? { width: 500, height: 1000 } : { width: 1000, height: 500 })
    expect(metadata).toMatchObject(isOnItsSide ? { width: 500, height: 1000 } : { width: 800, height: 400 })
    expectClose(await quarters(bytes), shown)
    expect(metadata.orientation).toBeUndefined()
  })

  it('puts transparency on white', async () => {
    for (const format of ['png', 'webp'] as const) {
      const { bytes } = await previewOf({ format, alpha: true })
      expectClose(await quarters(bytes), [red, [255, 255, 255], blue, [255, 255, 255]])
    }
  })

  it('keeps the wide colours of a Display P3 photo', async () => {
    const { bytes, metadata } = await previewOf({ profile: 'p3' })
    expect(metadata.icc).toEqual((await sharp(await makeImage({ profile: 'p3' })).metadata()).icc)
    expectClose(await quarters(bytes), [red, green, blue, yellow])
  })

  it('gives an image with 16 bits and a wide profile the same colours', async () => {
    const { bytes } = await previewOf({ format: 'png', deep: true, profile: 'p3' })
    expectClose(await quarters(bytes), [red, green, blue, yellow])
  })

  it('converts CMYK to sRGB by its profile, as Chrome does', async () => {
    const { bytes, metadata } = await previewOf({ profile: 'cmyk' })
    expect(metadata).toMatchObject({ space: 'srgb', hasProfile: false })
    const inChrome = [
      [215, 54, 51],
      [67, 160, 70],
      [51, 73, 144],
      [223, 194, 43],
    ]
    expectClose(await quarters(bytes), inChrome, 15)
  })

  it.each([
    ['a grey JPEG', { grey: true }],
    ['a grey PNG', { grey: true, format: 'png' }],
  ] as const)('keeps the tones of %s', async (_, spec) => {
    const source = await makeImage(spec)
    const { bytes } = await previewOf(spec)
    expectClose(await quarters(bytes), await quarters(source))
  })

  it.each([
    ['a progressive JPEG', { progressive: true }],
    ['an interlaced PNG', { format: 'png', progressive: true }],
    ['a PNG with a palette', { format: 'png', palette: true }],
    ['a PNG with 16 bits', { format: 'png', deep: true }],
    ['a WebP', { format: 'webp' }],
  ] as const)('takes %s', async (_, spec) => {
    const { facts, bytes } = await previewOf({ width: 400, height: 300, ...spec })
    expect(facts).toMatchObject({
      mimeType: `image/${'format' in spec ? spec.format : 'jpeg'}`,
      width: 400,
      height: 300,
    })
    expectClose(await quarters(bytes), [red, green, blue, yellow])
  })

  it('takes the first picture of an animation', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => makeImage({ format: 'png', colour })))
    const job = await jobFor(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    )
    expect(await previewer.makePreview(job)).toMatchObject({ mimeType: 'image/webp', width: 64, height: 48 })
    expectClose(await quarters(await readFile(job.target)), [[255, 0, 0]])
  })

  it('takes very wide and very tall images', async () => {
    expect((await previewOf({ width: 20_000, height: 2 })).metadata).toMatchObject({ width: 800, height: 1 })
    expect((await previewOf({ format: 'png', width: 2, height: 70_000 })).metadata).toMatchObject({ height: 65_500 })
  })

  it('leaves out all metadata', async () => {
    const position = { lat: 52.52, lon: 13.405 }
    const { bytes } = await previewOf({ make: 'Werk', model: 'Werk 1', position, takenAt: '2024:05:06 07:08:09', xmp })
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ hasProfile: false })
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
  })

  it('tells date, camera and position', async () => {
    const position = { lat: -33.5, lon: 151.25 }
    const spec = { takenAt: '2024:05:06 07:08:09', offset: '+10:00', make: 'Werk', model: 'Werk 1', position }
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { facts } = await previewOf({ format, ...spec })
      expect(facts).toMatchObject({
        exifDateTaken: '2024-05-05T21:08:09.000Z',
        exifCameraModel: 'Werk 1',
        exifLocation: { lat: expect.closeTo(-33.5, 6), lon: expect.closeTo(151.25, 6) },
      })
    }
  })

  it('has nulls for an image that tells nothing', async () => {
    const { facts } = await previewOf({})
    expect(facts).toMatchObject({ exifDateTaken: null, exifCameraModel: null, exifLocation: null })
  })

  it('removes the position from the original only when asked to', async () => {
    const bytes = await makeImage({ position: { lat: 52.52, lon: 13.405 } })
    const kept = await jobFor(bytes)
    const removed = await jobFor(bytes, { remove: { location: true, trailers: true } })
    const facts = [await previewer.makePreview(kept), await previewer.makePreview(removed)]
    expect(await readFile(kept.source)).toEqual(bytes)
    expect((await readFile(removed.source)).equals(bytes)).toBe(false)
    expect(facts[0]?.exifLocation).not.toBeNull()
    expect(facts[1]).toEqual({ ...facts[0], exifLocation: null })
    expect(await previewer.readFacts(removed.source)).toMatchObject({ exifLocation: null })
  })

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
    await expect(previewer.makePreview(job)).rejects.toMatchObject({ code })
    await expect(stat(job.target)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('takes a JPEG with the harmless faults that some phones write', async () => {
    const jpeg = await makeImage({ width: 400, height: 300, detail: true })
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const wrongScan = Buffer.from(jpeg)
    wrongScan[scan + jpeg.readUInt16BE(scan + 2)] = 0
    const between = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
    for (const bytes of [wrongScan, between, Buffer.concat([jpeg, Buffer.from('appended')])]) {
      const job = await jobFor(bytes)
      expect(await previewer.makePreview(job)).toMatchObject({ width: 400, height: 300 })
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
    expect(await previewer.makePreview(job)).toMatchObject({ width: 500, height: 500 })
    expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow], 60)
    expect((await readFile(job.source)).equals(bytes)).toBe(true)
  })

  it.each([
    ['a WebP without its last bytes', false],
    ['a WebP without loss and its last bytes', true],
  ])('takes %s, and completes it, because browsers do not show half a file', async (_, lossless) => {
    const png = await makeImage({ width: 64, height: 4_000, format: 'png', detail: true })
    const webp = await sharp(png).webp({ lossless, effort: 0 }).toBuffer()
    for (const remove of [{ location: true, trailers: true }, undefined]) {
      const job = await jobFor(webp.subarray(0, -20), { remove })
      expect(await previewer.makePreview(job)).toMatchObject({ width: 64, height: 4_000 })
      expectClose(await quarters(await readFile(job.target)), [red, green, blue, yellow], 60)
      const { length } = await readFile(job.source)
      expect(length > webp.length - 20).toBe(remove !== undefined)
      expect((await readdir(folder)).filter((name) => name.endsWith('.end'))).toEqual([])
    }
  })

  it('names a JPEG damaged whose picture is full of what looks like segments', async () => {
    const jpeg = await makeImage({ width: 500, height: 500, detail: true })
    const half = Math.floor(jpeg.length / 2)
    const markers = Buffer.alloc(200_000, Buffer.from([0xff, 0xe1, 0, 2]))
    const job = await jobFor(Buffer.concat([jpeg.subarray(0, half), markers, jpeg.subarray(half)]))
    await expect(previewer.makePreview(job)).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
  })

  it.each([0.95, 0.98])('refuses an image of which the last rows are missing (%s)', async (share) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const job = await jobFor(truncate(await makeImage({ width: 500, height: 500, format, detail: true }), share))
      await expect(previewer.makePreview(job)).rejects.toMatchObject({ code: 'DAMAGED_IMAGE' })
    }
  })

  it('does not turn a WebP, as browsers do not', async () => {
    const { facts, metadata } = await previewOf({ format: 'webp', width: 64, height: 48, orientation: 6 })
    expect(facts).toMatchObject({ width: 64, height: 48 })
    expect(metadata).toMatchObject({ width: 64, height: 48 })
  })

  it('shows the brightness that a PNG tells by its gamma', async () => {
    const png = await makeImage({ format: 'png', colour: '#808080' })
    const linear = withChunks(png, ['gAMA', Buffer.from([0, 1, 0x86, 0xa0])])
    const job = await jobFor(linear)
    await previewer.makePreview(job)
    // Half of the light looks like 188 of 255.
    expectClose(await quarters(await readFile(job.target)), [[188, 188, 188]])
  })

  it('mixes the inks of a CMYK image without a profile as browsers do', async () => {
    const cmyk = await makeImage({ colour: '#c83c28', profile: 'cmyk' })
    const parts = [cmyk.subarray(0, 2)]
    let at = 2
    for (; cmyk[at + 1] !== 0xda; at += 2 + cmyk.readUInt16BE(at + 2)) {
      if (cmyk[at + 1] !== 0xe2) parts.push(cmyk.subarray(at, at + 2 + cmyk.readUInt16BE(at + 2)))
    }
    const job = await jobFor(Buffer.concat([...parts, cmyk.subarray(at)]))
    await previewer.makePreview(job)
    const [c = 0, m = 0, y = 0, k = 0] = await sharp(cmyk, { ignoreIcc: true })
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer()
    const expected = [c, m, y].map((ink) => ((255 - ink) * (255 - k)) / 255)
    expectClose(await quarters(await readFile(job.target)), [expected])
  })

  it('refuses a JPEG with arithmetic coding, which no browser shows', async () => {
    const bytes = await makeImage()
    bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
    await expect(previewer.makePreview(await jobFor(bytes))).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE' })
  })

  it('reads date and camera of a PNG whose EXIF is in a text, as ImageMagick writes it', async () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), makeExif(phoneExif({ gps: null }))]).toString('hex')
    const profile = Buffer.from(`Raw profile type exif\0\nexif\n ${exif.length / 2}\n${exif}\n`)
    const png = await makeImage({ format: 'png' })
    const texts = ['exif:Model\0Werk 1', 'exif:DateTimeOriginal\u00002024:05:06 07:08:09'].map((text) =>
      Buffer.from(text),
    )
    for (const image of [
      withChunks(png, ['tEXt', profile]),
      withChunks(png, ...texts.map((text) => ['tEXt', text] as [string, Buffer])),
    ]) {
      const facts = await previewer.makePreview(await jobFor(image))
      expect(facts).toMatchObject({ exifCameraModel: 'Werk 1', exifDateTaken: '2024-05-06T05:08:09.000Z' })
    }
  })

  it('takes as many pixels as allowed', async () => {
    await expect(previewOf({ width: 1000, height: 1000 })).resolves.toBeDefined()
  })

  it('fails with the code of the operating system when the file is missing or the target cannot be written', async () => {
    const job = await jobFor(await makeImage())
    const error = { name: 'Error', code: 'ENOENT' }
    await expect(previewer.makePreview({ ...job, source: join(folder, 'absent') })).rejects.toMatchObject(error)
    await expect(previewer.makePreview({ ...job, target: join(folder, 'no/such/folder') })).rejects.toMatchObject(error)
  })
})

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>'
