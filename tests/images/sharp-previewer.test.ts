import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeExif, phoneExif, withChunks } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { blue, expectClose, green, previewing, quarters, red, yellow } from '#tests/support/images/previewing.ts'

const { jobFor, makePreview, previewOf, readFacts } = previewing()

describe('makePreview', () => {
  it('makes a JPEG of 800 px width; the height follows', async () => {
    const { metadata } = await previewOf({ width: 1000, height: 750 })
    expect(metadata).toMatchObject({ format: 'jpeg', width: 800, height: 600 })
    const portrait = await previewOf({ width: 900, height: 1000 })
    expect(portrait.metadata).toMatchObject({ width: 800, height: 889 })
  })

  it('says how large the file is once what follows the image has gone', async () => {
    const image = await makeImage({ width: 300, height: 200 })
    const remove = { location: true, trailers: true }
    const { fileSize } = await makePreview(
      await jobFor(Buffer.concat([image, Buffer.alloc(1_000, 'video')]), { remove }),
    )
    expect(fileSize).toBe(image.length)
  })

  it('takes what is known of the head instead of reading it again', async () => {
    const size = { width: 1_000_001, height: 1 }
    const head = {
      kind: 'image',
      mimeType: 'image/jpeg',
      size,
      decoding: { memory: 1, work: 1, isShown: true },
    } as const
    const job = await jobFor(await makeImage({ width: 300, height: 200 }), { head })
    await expect(makePreview(job)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' })
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

  it('uses the first frame of an animation', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => makeImage({ format: 'png', colour })))
    const job = await jobFor(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    )
    expect(await makePreview(job)).toMatchObject({ mimeType: 'image/webp', width: 64, height: 48 })
    expectClose(await quarters(await readFile(job.target)), [[255, 0, 0]])
  })

  it('accepts very wide and very tall images', async () => {
    expect((await previewOf({ width: 20_000, height: 2 })).metadata).toMatchObject({ width: 800, height: 1 })
    expect((await previewOf({ format: 'png', width: 2, height: 70_000 })).metadata).toMatchObject({ height: 65_500 })
  })

  it('does not rotate a WebP, like browsers', async () => {
    const { facts, metadata } = await previewOf({ format: 'webp', width: 64, height: 48, orientation: 6 })
    expect(facts).toMatchObject({ width: 64, height: 48 })
    expect(metadata).toMatchObject({ width: 64, height: 48 })
  })

  it('leaves out all metadata', async () => {
    const position = { lat: 52.52, lon: 13.405 }
    const { bytes } = await previewOf({ make: 'Werk', model: 'Werk 1', position, takenAt: '2024:05:06 07:08:09', xmp })
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ hasProfile: false })
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
  })

  it('reads date, camera and position', async () => {
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

  it('returns nulls for an image without metadata', async () => {
    const { facts } = await previewOf({})
    expect(facts).toMatchObject({ exifDateTaken: null, exifCameraModel: null, exifLocation: null })
  })

  it('reads date and camera of a PNG with EXIF in a text chunk, as ImageMagick writes it', async () => {
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
      const facts = await makePreview(await jobFor(image))
      expect(facts).toMatchObject({ exifCameraModel: 'Werk 1', exifDateTaken: '2024-05-06T05:08:09.000Z' })
    }
  })

  it('removes the position from the original only on request', async () => {
    const bytes = await makeImage({ position: { lat: 52.52, lon: 13.405 } })
    const kept = await jobFor(bytes)
    const removed = await jobFor(bytes, { remove: { location: true, trailers: true } })
    const facts = [await makePreview(kept), await makePreview(removed)]
    expect(await readFile(kept.source)).toEqual(bytes)
    expect((await readFile(removed.source)).equals(bytes)).toBe(false)
    expect(facts[0]?.exifLocation).not.toBeNull()
    expect(facts[1]).toEqual({ ...facts[0], exifLocation: null })
    expect(await readFacts(removed.source)).toMatchObject({ exifLocation: null })
  })

  it('fails with the error code of the operating system if the file is missing or the target cannot be written', async () => {
    const job = await jobFor(await makeImage())
    const error = { name: 'Error', code: 'ENOENT' }
    await expect(makePreview({ ...job, source: join(dirname(job.source), 'absent') })).rejects.toMatchObject(error)
    await expect(makePreview({ ...job, target: join(dirname(job.source), 'no/such/folder') })).rejects.toMatchObject(
      error,
    )
  })
})

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>'
