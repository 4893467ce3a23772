import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import {
  cleaned,
  exifOf,
  expectOnlyPositionGone,
  expectSame,
  expectValidChecksums,
  pixels,
} from '#tests/support/images/cleaned.ts'
import {
  type ExifDirectory,
  exifSegment,
  exifTags,
  gpsDirectory,
  gpsFractions,
  jpegSegment,
  makeExif,
  phoneExif,
  withSegments,
} from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'

let folder: string
let jpeg: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'originals-'))
  jpeg = await makeImage({ width: 200, height: 150, detail: true })
})
afterAll(() => rm(folder, { recursive: true }))

const plainExif: ExifDirectory = {
  entries: {
    [exifTags.model]: 'Werk 1',
    [exifTags.exif]: { directory: { entries: { [exifTags.dateTaken]: '2024:05:06 07:08:09' } } },
  },
}

const kept = ['Werkzeug AG', 'Werk 1', '2024:05:06 07:08:09', 'a note of the maker']

describe('cleanOriginal', () => {
  describe('in EXIF', () => {
    it.each([true, false])('removes the GPS block and keeps the rest (big endian: %s)', async (bigEndian) => {
      const before = withSegments(jpeg, exifSegment(makeExif(phoneExif(), { bigEndian })))
      const after = await expectOnlyPositionGone(before, { keeps: kept })
      const { GPSInfo, Image, ...rest } = (await exifOf(before)) ?? {}
      expect(GPSInfo).toBeDefined()
      const { GPSTag, ...image } = Image ?? {}
      expect(await exifOf(after)).toEqual({ ...rest, Image: image })
    })

    it('closes the gap in the directory', async () => {
      const after = await cleaned(withSegments(jpeg, exifSegment(makeExif(phoneExif()))))
      const block = after.subarray(after.indexOf('II*\0'))
      expect(block.readUInt16LE(8)).toBe(4)
      const tags = [0, 1, 2, 3].map((index) => block.readUInt16LE(10 + index * 12))
      expect(tags).toEqual([exifTags.make, exifTags.model, exifTags.orientation, exifTags.exif])
      expect(block.subarray(10 + 4 * 12, 10 + 5 * 12 + 4)).toEqual(Buffer.alloc(16))
    })

    it('also removes signed fractions, as the Nokia 8.3 writes them', async () => {
      const latitude = { fractions: gpsFractions.latitude, type: 10 }
      const gps = { directory: { entries: { ...gpsDirectory.entries, 2: latitude } } }
      await expectOnlyPositionGone(withSegments(jpeg, exifSegment(makeExif(phoneExif({ gps })))), { keeps: kept })
    })

    it('removes it after any marker that readers accept as EXIF', async () => {
      for (const mark of ['Exif\0\x08', 'Exif\xff\0', 'Exif\x01\x02']) {
        const before = withSegments(jpeg, exifSegment(makeExif(phoneExif())))
        before.write(mark, before.indexOf('Exif'), 'latin1')
        await expectOnlyPositionGone(before, { keeps: kept })
      }
    })

    it('removes it from a PNG and a WebP', async () => {
      const spec = { position: { lat: 52.5, lon: 13.4 }, model: 'Werk 1', takenAt: '2024:05:06 07:08:09' }
      for (const format of ['png', 'webp'] as const) {
        const before = await makeImage({ format, ...spec })
        expect((await exifOf(before))?.GPSInfo).toMatchObject({ GPSLatitude: [52, 30, 0] })
        const after = await cleaned(before)
        const { Image, Photo, GPSInfo } = (await exifOf(after)) ?? {}
        expect(GPSInfo).toBeUndefined()
        expect(Image).toMatchObject({ Model: 'Werk 1' })
        expect(Image).not.toHaveProperty('GPSTag')
        expect(Photo).toMatchObject({ DateTimeOriginal: new Date('2024-05-06T07:08:09Z') })
        expectSame(await pixels(after), await pixels(before))
        if (format === 'png') expectValidChecksums(after)
      }
    })
  })

  describe('leaves unchanged', () => {
    const untouched: [string, () => Promise<Buffer> | Buffer][] = [
      ['a JPEG without metadata', () => jpeg],
      ['a JPEG with EXIF', () => withSegments(jpeg, exifSegment(makeExif(plainExif)))],
      [
        'a comment',
        () => withSegments(jpeg, jpegSegment(0xfe, 'CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90')),
      ],
      ['a file without its end', () => jpeg.subarray(0, -2)],
      ['a GPS pointer without a value to another directory, as Gran Turismo 5 writes it', () => gpsToExif()],
      [
        'an empty GPS block',
        () =>
          withSegments(
            jpeg,
            exifSegment(
              makeExif({ entries: { ...plainExif.entries, [exifTags.gps]: { directory: { entries: {} } } } }),
            ),
          ),
      ],
      [
        'a GPS pointer to nothing',
        () =>
          withSegments(jpeg, exifSegment(makeExif({ entries: { ...plainExif.entries, [exifTags.gps]: { long: 0 } } }))),
      ],
      ['a PNG with EXIF and texts', () => makeImage({ format: 'png', model: 'Werk 1' })],
      ['a WebP with EXIF', () => makeImage({ format: 'webp', model: 'Werk 1' })],
      [
        'an image whose title mentions GPS',
        () =>
          makeImage({
            xmp: '<x:xmpmeta><rdf:RDF><rdf:Description><dc:title>GPS</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>',
          }),
      ],
      ['an empty file', () => Buffer.alloc(0)],
    ]
    it.each(untouched)('%s', async (_, make) => {
      const bytes = await make()
      const path = join(folder, 'untouched')
      await writeFile(path, bytes)
      await utimes(path, 1000, 1000)
      cleanOriginal(path, { placeNames: true })
      expectSame(await readFile(path), bytes)
      expect((await stat(path)).mtimeMs).toBe(1_000_000)
    })

    function gpsToExif(): Buffer {
      const exif = makeExif({ entries: { ...plainExif.entries, [exifTags.gps]: { long: 0, count: 0 } } })
      const pointer = exif.indexOf(Buffer.from([0x69, 0x87, 4, 0, 1, 0, 0, 0]))
      exif.copy(exif, exif.indexOf(Buffer.from([0x25, 0x88, 4, 0])) + 8, pointer + 8, pointer + 12)
      return withSegments(jpeg, exifSegment(exif))
    }
  })

  it.skipIf(!hasExiftool())('leaves nothing that exiftool would show', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2057N" exif:GPSLongitude="13,24.9463E"/></rdf:RDF></x:xmpmeta>'
    const spec = { position: { lat: 52.5, lon: 13.4 }, model: 'Werk 1', xmp }
    const images = await Promise.all((['jpeg', 'png', 'webp'] as const).map((format) => makeImage({ format, ...spec })))
    const shown = await showAll(images)
    expect(shown.match(/GPSLatitude /g)).toHaveLength(6)
    const blanked: Buffer[] = []
    for (const image of images) blanked.push(await cleaned(image))
    const after = await showAll(blanked)
    expect(after).not.toMatch(/GPS|Bad|Malformed/)
    expect(after.match(/Werk 1/g)).toHaveLength(3)
  })

  async function showAll(images: Buffer[]): Promise<string> {
    const paths = images.map((_, index) => join(folder, `shown-${index}`))
    await Promise.all(images.map((image, index) => writeFile(paths[index] ?? '', image)))
    const fields = ['-a', '-s', '-gps:all', '-xmp:all', '-Model', '-warning']
    return execFileSync('exiftool', [...fields, ...paths], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  }
})

function hasExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver'])
    return true
  } catch {
    return false
  }
}
