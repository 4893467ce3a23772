import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import { exifSegment, makeExif, phoneExif, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { makeMotionPhoto, makeVideo, videoSamples } from '#tests/support/images/motion-photo.ts'
import { holdsPositionMark, xmpPacket, xmpSegment } from '#tests/support/images/positional-images.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trailers-'))
  path = join(folder, 'image')
})
afterAll(() => rm(folder, { recursive: true }))

async function cleaned(bytes: Buffer, { trailers = true } = {}): Promise<Buffer> {
  await writeFile(path, bytes)
  cleanOriginal(path, { placeNames: true, trailers })
  return readFile(path)
}

describe('the trailer of a picture', () => {
  it('is removed together with the reference to the video', async () => {
    const { bytes, video } = await makeMotionPhoto()
    const after = await cleaned(bytes, { trailers: false })
    expect(after.length).toBeLessThan(bytes.length - video.length)
    expect(after.includes('MotionPhoto')).toBe(false)
    expect(after.includes(videoSamples.pictures)).toBe(false)
  })

  it('is also removed from a picture without an end marker', async () => {
    const { bytes, video } = await makeMotionPhoto()
    const picture = bytes.subarray(0, -video.length - 2)
    const after = await cleaned(Buffer.concat([picture, video]), { trailers: false })
    expect(after.length).toBeLessThanOrEqual(picture.length + 2)
    expect(holdsPositionMark(after)).toBe(false)
    expect(holdsPositionMark(await cleaned(Buffer.concat([picture, video])))).toBe(false)
    const withoutType = video.subarray(video.readUInt32BE(0))
    expect(holdsPositionMark(await cleaned(Buffer.concat([picture, withoutType])))).toBe(false)
  })

  it('stays with `trailers`: picture and sound of a video, and the reference to it', async () => {
    const { bytes, video } = await makeMotionPhoto()
    const after = await cleaned(bytes)
    expect(after.subarray(0, -video.length).equals(bytes.subarray(0, -video.length))).toBe(true)
    const kept = after.subarray(-video.length)
    expect(kept.includes(videoSamples.pictures)).toBe(true)
    expect(kept.includes(videoSamples.sound)).toBe(true)
    for (const box of ['ftyp', 'moov', 'mvhd', 'vide', 'soun', 'mdat']) {
      expect(kept.indexOf(box), box).toBe(video.indexOf(box))
    }
  })

  it('loses positions in tables, names and tracks of a video', async () => {
    const { bytes } = await makeMotionPhoto()
    expect(holdsPositionMark(bytes)).toBe(true)
    const after = await cleaned(bytes)
    expect(holdsPositionMark(after)).toBe(false)
    expect(after.includes('xyz')).toBe(false)
    expect(after.includes('mett')).toBe(false)
  })

  it('is not written again if nothing changes', async () => {
    const { bytes } = await makeMotionPhoto()
    const after = await cleaned(bytes)
    await utimes(path, 1000, 1000)
    cleanOriginal(path, { placeNames: true, trailers: true })
    expect((await readFile(path)).equals(after)).toBe(true)
    expect((await stat(path)).mtimeMs).toBe(1_000_000)
  })

  it('loses positions in a further image, which keeps its length and pixels', async () => {
    const plain = await makeImage({ detail: true })
    const xmp = xmpPacket('exif:GPSLatitude="52,31.2057N"')
    const second = withSegments(plain, exifSegment(makeExif(phoneExif())), xmpSegment(xmp))
    const before = Buffer.concat([plain, second])
    const after = await cleaned(before)
    expect(after.length).toBe(before.length)
    expect(holdsPositionMark(after)).toBe(false)
    expect(after.subarray(0, plain.length).equals(plain)).toBe(true)
    const image = after.subarray(plain.length)
    expect((await sharp(image).raw().toBuffer()).equals(await sharp(plain).raw().toBuffer())).toBe(true)
    expect((await sharp(image).metadata()).xmp?.includes('xmp:Rating="5"')).toBe(true)
  })

  it.each([
    ['bytes of no known kind', Buffer.from('at 52.5200, 13.4050 '.repeat(100))],
    ['what begins like a JPEG without a segment', Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 3, 0xff, 0xd9])],
    ['a video whose tables cannot be read', makeVideo().subarray(0, 300)],
    ['a video in fragments', Buffer.from(makeVideo().toString('latin1').replaceAll('stco', 'abcd'), 'latin1')],
  ])('becomes zeros: %s', async (_, trailer) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const image = await makeImage({ format })
      const after = await cleaned(Buffer.concat([image, trailer]))
      expect(after.equals(Buffer.concat([image, Buffer.alloc(trailer.length)])), format).toBe(true)
    }
  })

  it('is fast, however often a video seems to begin', async () => {
    const jpeg = await makeImage()
    const began = process.cpuUsage()
    await cleaned(Buffer.concat([jpeg, Buffer.alloc(30_000_000, Buffer.from('\0\0\0\x10ftypmp42', 'latin1'))]))
    await cleaned(Buffer.concat([jpeg, Buffer.alloc(30_000_000, Buffer.from([0xff, 0xd8, 0xff, 0xd9]))]))
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(3_000)
  })
})
