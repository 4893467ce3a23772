import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { embedInJpeg, embedProfile } from '#server/adapters/images/colours/embed-profile.ts'
import { codedPrimaries, codedTransfers } from '#server/adapters/images/colours/known-spaces.ts'
import { primariesOf } from '#server/adapters/images/colours/primaries.ts'
import { rgbProfile } from '#server/adapters/images/colours/rgb-profile.ts'
import { present } from '#tests/support/at-least.ts'
import { exifSegment, exifTags, jpegSegment, makeExif, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { expectClose, previewing, quarters } from '#tests/support/images/previewing.ts'
import { spread } from '#tests/support/images/spread.ts'

const { jobFor, makePreview } = previewing()

const size = 512
/** In the middle of the picture as it is shown: the same pixels whichever way it is turned. */
const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
const hidden = { from: size / 4, to: (size * 3) / 4 }

/** A redacted original and its preview. */
async function redacted(bytes: Buffer, regions = [region]) {
  const job = await jobFor(bytes)
  const target = join(job.target, '..', `redacted-${job.target.split('/').at(-1)}`)
  await makePreview({ ...job, redact: { target, regions } })
  return { original: await readFile(target), preview: await readFile(job.target) }
}

/** Noise. What the region hides is another picture where it is `turned`, of the same squares in another order. */
function picture(isTurned: boolean): Buffer {
  const data = Buffer.alloc(size * size * 3)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isHidden = [x, y].every((at) => at >= hidden.from && at < hidden.to)
      // Squares of 8 pixels change places with their neighbours: the average of 16 stays.
      const [column, row] = isHidden && isTurned ? [x ^ 8, y ^ 8] : [x, y]
      for (let channel = 0; channel < 3; channel++) data[(y * size + x) * 3 + channel] = noise(column, row, channel)
    }
  }
  return data
}

const noise = (x: number, y: number, channel: number): number => {
  const seed = Math.imul(x * 3 + y * 1_031 + channel * 7_919 + 1, 2_654_435_761)
  return 40 + ((Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 13) % 180)
}

const pictures = { one: picture(false), other: picture(true) }
const raw = { width: size, height: size, channels: 3 } as const
const encoded = {
  jpeg: (data: Buffer) => sharp(data, { raw }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  png: (data: Buffer) => sharp(data, { raw }).png().toBuffer(),
  webp: (data: Buffer) => sharp(data, { raw }).webp({ lossless: true }).toBuffer(),
}

/** As phones write it: a thumbnail, a second image behind the first that MPF points to, a gain map, a video and a trailer. */
async function phonePhoto(data: Buffer, orientation: number): Promise<Buffer> {
  const small = await sharp(data, { raw }).resize(64).jpeg().toBuffer()
  const gainMap = await sharp(data, { raw }).resize(128).greyscale().jpeg().toBuffer()
  const exif = (offset: number) =>
    makeExif({
      entries: { [exifTags.model]: 'Camera', [exifTags.orientation]: { short: orientation } },
      next: { entries: { 259: { short: 6 }, 513: { long: offset }, 514: { long: small.length }, 37500: small } },
    })
  const jpeg = withSegments(
    await encoded.jpeg(data),
    exifSegment(exif(exif(0).indexOf(small))),
    jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', '<x:xmpmeta hdrgm:Version="1.0"/>'),
    jpegSegment(0xe2, 'MPF\0II*\0\x08\0\0\0', small.subarray(0, 80)),
  )
  const video = Buffer.concat([
    Buffer.from([0, 0, 0, 16]),
    Buffer.from('ftypmp42\0\0\0\0'),
    data.subarray(400_000, 440_000),
  ])
  return Buffer.concat([jpeg, gainMap, small, video, Buffer.from('SEFT')])
}

const segmentsOf = (jpeg: Buffer): number[] => {
  const markers = [present(jpeg[1])]
  let at = 2
  for (; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) markers.push(present(jpeg[at + 1]))
  return markers
}

describe('a redacted image', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of a phone is the same whatever the region hid, in all that came with the photo (orientation %i)',
    async (orientation) => {
      const [one, other] = [await phonePhoto(pictures.one, orientation), await phonePhoto(pictures.other, orientation)]
      expect(one.equals(other)).toBe(false)
      const [first, second] = [await redacted(one), await redacted(other)]
      expect(first.original.equals(second.original)).toBe(true)
      expect(first.preview.equals(second.preview)).toBe(true)
      // Tables and the picture: no place for anything else, and nothing behind its end.
      expect(new Set(segmentsOf(first.original))).toEqual(new Set([0xd8, 0xdb, 0xc0, 0xc4]))
      expect(first.original.indexOf(Buffer.from([0xff, 0xd9]))).toBe(first.original.length - 2)
    },
  )

  it.each(['jpeg', 'png', 'webp'] as const)(
    'has blocks of one colour in a %s, and bytes without what they hid',
    async (type) => {
      const [one, other] = [
        await redacted(await encoded[type](pictures.one)),
        await redacted(await encoded[type](pictures.other)),
      ]
      expect(one.original.equals(other.original)).toBe(true)
      expect(blocksOfSeveralColours(await sharp(one.original).raw().toBuffer())).toBe(0)
      expect(await spread(one.original, 0, 0, 16)).toBeGreaterThan(60)
    },
  )

  it.each(['jpeg', 'png', 'webp'] as const)('keeps the wide colours of a %s', async (type) => {
    const rec2020 = rgbProfile({
      primaries: present(primariesOf(present(codedPrimaries[9]))),
      light: present(codedTransfers[1]),
    })
    const p3 = present((await sharp(await makeImage({ profile: 'p3' })).metadata()).icc)
    const colours = await makeImage({ format: 'png', width: 160, height: 160 })
    for (const profile of [p3, rec2020]) {
      const pixels = await sharp(colours)
        [type](type === 'webp' ? { lossless: true } : { quality: 100 })
        .toBuffer()
      const wide = present(embedProfile[type])(pixels, profile)
      const { original, preview } = await redacted(wide, [{ x: 0.4, y: 0.4, width: 0.2, height: 0.2 }])
      expect((await sharp(original).metadata()).icc).toEqual(profile)
      for (const file of [original, preview]) expectClose(await stored(file), await stored(wide), 4)
      expectClose(await quarters(original), await quarters(wide), 4)
    }
  })

  it('keeps a profile that takes several segments of a JPEG', async () => {
    const p3 = present((await sharp(await makeImage({ profile: 'p3' })).metadata()).icc)
    const long = Buffer.concat([p3, Buffer.alloc(150_000, 'profile')])
    long.writeUInt32BE(long.length)
    const { original } = await redacted(embedInJpeg(await makeImage({ width: 64, height: 64 }), long))
    expect((await sharp(original).metadata()).icc).toEqual(long)
  })

  it('keeps the transparency of a WebP with a profile', async () => {
    const p3 = present((await sharp(await makeImage({ profile: 'p3' })).metadata()).icc)
    const webp = await sharp(await makeImage({ format: 'png', alpha: true }))
      .webp({ lossless: true })
      .toBuffer()
    const { original } = await redacted(present(embedProfile.webp)(webp, p3), [{ x: 0, y: 0, width: 0.2, height: 0.2 }])
    expect(await sharp(original).metadata()).toMatchObject({ hasAlpha: true, hasProfile: true, width: 64, height: 48 })
    expect((await sharp(original).stats()).channels[3]?.min).toBe(0)
  })
})

/** How many blocks of the region have more than one. */
function blocksOfSeveralColours(pixels: Buffer): number {
  const colours = new Map<string, Set<number>>()
  for (let y = hidden.from; y < hidden.to; y++) {
    for (let x = hidden.from; x < hidden.to; x++) {
      const block = `${x >> 4} ${y >> 4}`
      const seen = colours.get(block) ?? new Set()
      colours.set(block, seen.add(pixels.readUIntBE((y * size + x) * 3, 3)))
    }
  }
  return [...colours.values()].filter((seen) => seen.size > 1).length
}

/** The numbers in the file, whatever its profile makes of them. */
async function stored(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}
