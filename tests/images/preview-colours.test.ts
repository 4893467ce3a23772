import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { withChunks } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { blue, expectClose, green, previewing, quarters, red, yellow } from '#tests/support/images/previewing.ts'

const { jobFor, makePreview, previewOf } = previewing()

describe('the colours of a preview', () => {
  it('renders transparency on white', async () => {
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

  it('keeps a profile of megabytes in a PNG, and its colours', async () => {
    const p3 = present((await sharp(await makeImage({ profile: 'p3' })).metadata()).icc)
    const long = Buffer.concat([p3, randomBytes(1_500_000)])
    long.writeUInt32BE(long.length)
    const png = withChunks(await makeImage({ format: 'png' }), [
      'iCCP',
      Buffer.concat([Buffer.from('P3\0\0'), deflateSync(long)]),
    ])
    const job = await jobFor(png, { remove: { location: true, trailers: true } })
    await makePreview(job)
    expect((await readFile(job.source)).equals(png)).toBe(true)
    const shown = await sharp(png).removeAlpha().toColourspace('srgb').toBuffer()
    expectClose(await quarters(await readFile(job.target)), await quarters(shown))
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

  it('applies the gamma of a PNG', async () => {
    const png = await makeImage({ format: 'png', colour: '#808080' })
    const linear = withChunks(png, ['gAMA', Buffer.from([0, 1, 0x86, 0xa0])])
    const job = await jobFor(linear)
    await makePreview(job)
    // Half of the light looks like 188 of 255.
    expectClose(await quarters(await readFile(job.target)), [[188, 188, 188]])
  })

  it('converts CMYK without a profile like browsers', async () => {
    const cmyk = await makeImage({ colour: '#c83c28', profile: 'cmyk' })
    const parts = [cmyk.subarray(0, 2)]
    let at = 2
    for (; cmyk[at + 1] !== 0xda; at += 2 + cmyk.readUInt16BE(at + 2)) {
      if (cmyk[at + 1] !== 0xe2) parts.push(cmyk.subarray(at, at + 2 + cmyk.readUInt16BE(at + 2)))
    }
    const job = await jobFor(Buffer.concat([...parts, cmyk.subarray(at)]))
    await makePreview(job)
    const [c = 0, m = 0, y = 0, k = 0] = await sharp(cmyk, { ignoreIcc: true })
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer()
    const expected = [c, m, y].map((ink) => ((255 - ink) * (255 - k)) / 255)
    expectClose(await quarters(await readFile(job.target)), [expected])
  })
})
