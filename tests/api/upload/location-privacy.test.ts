import { describe, expect, it } from 'vitest'
import { exifSegment, gpsFractions, makeExif, phoneExif, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { makeMotionPhoto, videoSamples } from '#tests/support/images/motion-photo.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

/** The seconds of the latitude, as the file has them. */
const position = Buffer.alloc(4)
position.writeUInt32LE(gpsFractions.latitude[2][0])

const withPosition = async () => withSegments(await makeImage(), exifSegment(makeExif(phoneExif())))

async function served(app: TestApp, bytes: Buffer): Promise<Buffer[]> {
  const { images } = await uploadGroup(app, { files: [{ name: 'a.jpg', bytes }] })
  const paths = images.flatMap(({ fileName, filePath }) => [filePath, `/api/download/${fileName}`])
  const answers = await Promise.all(paths.map((path) => app.fetch(path)))
  return Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
}

const storedPositions = async (app: TestApp) =>
  (await app.app.deps.database.images.after(0, 10)).map(({ exifLocation }) => exifLocation)

describe('the position of a photo', () => {
  it('is neither served nor stored; the rest of the photo is', async () => {
    await using app = await startApp()
    const bytes = await withPosition()
    expect(bytes.includes(position)).toBe(true)
    for (const original of await served(app, bytes)) {
      expect(original.includes(position)).toBe(false)
      expect(original.includes('Werk 1')).toBe(true)
      expect(original.length).toBe(bytes.length)
    }
    expect(await storedPositions(app)).toEqual([null])
  })

  it('stays in the photo and is stored with KEEP_LOCATION', async () => {
    await using app = await startApp({ env: { KEEP_LOCATION: 'true' } })
    const bytes = await withPosition()
    for (const original of await served(app, bytes)) expect(original.equals(bytes)).toBe(true)
    expect(await storedPositions(app)).toEqual([{ lat: expect.closeTo(52.52, 2), lon: expect.closeTo(13.4, 1) }])
  })

  it.each([
    ['false', 'true'],
    ['false', 'false'],
    ['true', 'true'],
    ['true', 'false'],
  ])('with KEEP_LOCATION=%s, a motion photo has its video as KEEP_TRAILERS=%s says', async (location, trailers) => {
    await using app = await startApp({ env: { KEEP_LOCATION: location, KEEP_TRAILERS: trailers } })
    const { bytes, video } = await makeMotionPhoto()
    for (const original of await served(app, bytes)) {
      expect(original.includes(videoSamples.pictures)).toBe(trailers === 'true')
      expect(original.includes('+52.5200')).toBe(location === 'true' && trailers === 'true')
      if (location === 'true') expect(original.length).toBe(bytes.length - (trailers === 'true' ? 0 : video.length))
    }
  })

  it('does not matter for a photo without one, which is served byte for byte', async () => {
    await using app = await startApp()
    const bytes = withSegments(await makeImage(), exifSegment(makeExif(phoneExif({ gps: null }))))
    for (const original of await served(app, bytes)) expect(original.equals(bytes)).toBe(true)
  })
})
