import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import { mayContainLocation } from '#server/adapters/images/metadata/position-text.ts'
import {
  exifSegment,
  exifTags,
  gpsFractions,
  jpegSegment,
  makeExif,
  phoneExif,
  withSegments,
} from '#tests/support/images/make-exif.ts'
import { makeImage, pngChunk } from '#tests/support/images/make-image.ts'
import {
  holdsPositionMark,
  photoshopSegment,
  positionalImages,
  xmpPacket,
  xmpSegment,
} from '#tests/support/images/positional-images.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinds-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function cleaned(bytes: Buffer, { placeNames = true, isDraft = false } = {}): Promise<Buffer> {
  const path = join(folder, 'image')
  await writeFile(path, bytes)
  cleanOriginal(path, { placeNames, isDraft })
  return readFile(path)
}

const fraction = Buffer.alloc(4)
fraction.writeUInt32LE(gpsFractions.latitude[2][0])

describe('a position', () => {
  it('is removed in every known form, and the picture is unchanged', async () => {
    for (const [name, before] of Object.entries(await positionalImages())) {
      const isPacked = name === 'a packed text'
      expect(isPacked || holdsPositionMark(before) || before.includes(fraction), name).toBe(true)
      const after = await cleaned(before)
      expect(holdsPositionMark(after) || after.includes(fraction) || after.includes('zTXt'), name).toBe(false)
      const pixels = await Promise.all(
        [before, after].map((bytes) => sharp(bytes, { failOn: 'none' }).raw().toBuffer()),
      )
      expect(pixels[1]?.equals(pixels[0] ?? Buffer.alloc(0)), name).toBe(true)
      expect((await cleaned(after)).equals(after), name).toBe(true)
      expect((await cleaned(before, { isDraft: true })).equals(after), name).toBe(true)
    }
  })

  it('is overwritten where it is in a draft, and what follows the picture is cut off', async () => {
    const photo = withSegments(await makeImage(), exifSegment(makeExif(phoneExif())))
    const path = join(folder, 'draft')
    await writeFile(path, Buffer.concat([photo, Buffer.from('a video')]))
    const { ino } = await stat(path)
    cleanOriginal(path, { placeNames: true, isDraft: true })
    expect((await stat(path)).ino).toBe(ino)
    expect((await readFile(path)).equals(await cleaned(photo))).toBe(true)
  })

  it.each([
    '52.5200, 13.4050',
    '52,5200; 13,4050',
    '52° 31\' 12" N',
    'N 52 31.2057',
    '+52.5200+013.4050/',
    'geo:52.5,13.4',
    'lat=52.52',
    '33U 391000 5820000',
    '9F4MGCC4+22',
    'https://maps.google.com/?q=tower',
  ])('is recognised in a text: %s', (text) => expect(mayContainLocation(text)).toBe(true))

  it.each([
    'CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90',
    'The GPS satellite in the museum',
    '2024:05:06 07:08:09+02:00',
    'f/2.8, 1/125 s, ISO 100, 50 mm',
    '256,257,258,259,262,274,277,284,530,531,282,283;0A1B2C',
    'Call +49 30 1234567',
    'Halle 3, Stand 12, 10.5 x 20.25 cm',
    'Adobe Photoshop Lightroom 6.14 (Windows)',
  ])('is not seen where there is none: %s', (text) => expect(mayContainLocation(text)).toBe(false))

  it('is not seen in the numbers that programs give to files', () => {
    const numbers = Array.from({ length: 100_000 }, () => randomUUID())
    const seen = numbers.flatMap((uuid) => [uuid, uuid.toUpperCase(), `xmp.iid:${uuid}`]).filter(mayContainLocation)
    expect(seen).toEqual([])
  })

  it('is not seen in hashes, serial numbers, telephone numbers and dates', () => {
    const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')
    const day = () => new Date(randomInt(2 ** 42)).toISOString()
    const reversed = () => day().slice(0, 10).split('-').reverse().join('-')
    const kinds: Record<string, () => string> = {
      hash: () => randomBytes(32).toString('hex'),
      serial: () => `SN-${digits(2)}-${digits(4)}-${digits(6)}`,
      'short serial': () => `${digits(3)}-${digits(2)}-${digits(4)}`,
      'labelled serial': () => `S/N ${digits(3)} ${digits(2)} ${digits(5)}`,
      telephone: () => `0${digits(2)}-${digits(3)}-${digits(4)}`,
      'number of a book': () => `978-3-${digits(2)}-${digits(6)}-${digits(1)}`,
      'ISO time': day,
      'ISO time with offset': () => `${day().slice(0, 19)}+02:00`,
      'basic ISO time': () => `${day().slice(0, 19).replaceAll(/[-:]/g, '')}+0200`,
      'date in German order': reversed,
      'time of a file': () => `IMG-${day().slice(0, 10).replaceAll('-', '')}-WA${digits(4)}`,
    }
    const seen = Object.entries(kinds).flatMap(([kind, make]) =>
      Array.from({ length: 10_000 }, make)
        .filter(mayContainLocation)
        .slice(0, 3)
        .map((text) => `${kind}: ${text}`),
    )
    expect(seen).toEqual([])
  })

  it.each(['+5231+01324', '-3352+15112/', '+52.5200+013.4050/', '+523112.0+0132418.0', 'taken at -335205-0705530'])(
    'is seen in ISO 6709: %s',
    (text) => expect(mayContainLocation(text)).toBe(true),
  )
})

describe('harmless metadata', () => {
  it('keeps title, caption, author, rights, rating and dates of XMP', async () => {
    const jpeg = await makeImage()
    const texts =
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Tower</rdf:li></rdf:Alt></dc:title>' +
      '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>'
    const xmp = xmpPacket('photoshop:City="Berlin" xmp:CreateDate="2024-05-06T07:08:09"', texts)
    const before = withSegments(jpeg, xmpSegment(xmp))
    expect((await cleaned(before)).equals(before)).toBe(true)
    const mixed = await cleaned(
      withSegments(jpeg, xmpSegment(xmp.replace('xmp:Rating', 'exif:GPSLatitude="52,31.2057N" xmp:Rating'))),
    )
    for (const text of ['Tower', 'Ada', 'photoshop:City="Berlin"', 'xmp:Rating="5"', 'xmp:CreateDate']) {
      expect(mixed.includes(text), text).toBe(true)
    }
  })

  it('keeps place names, unless configured otherwise', async () => {
    const city = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, 6]), Buffer.from('Berlin')])
    const title = Buffer.concat([Buffer.from([0x1c, 2, 5, 0, 5]), Buffer.from('Tower')])
    const segment = photoshopSegment([0x0404, Buffer.concat([title, city])])
    const before = withSegments(await makeImage(), segment, xmpSegment(xmpPacket('photoshop:City="Berlin"')))
    expect((await cleaned(before)).equals(before)).toBe(true)
    const after = await cleaned(before, { placeNames: false })
    expect(after.includes('Berlin')).toBe(false)
    expect(after.includes('Tower')).toBe(true)
  })

  it('keeps colour profile and resolution of Photoshop, but not its thumbnail', async () => {
    const [profile, resolution, thumbnail] = ['a profile', 'resolution 16 by', 'a thumbnail '].map((text) =>
      Buffer.from(text),
    )
    if (!profile || !resolution || !thumbnail) throw new Error('No resources')
    const segment = photoshopSegment([0x040f, profile], [0x040c, thumbnail], [0x03ed, resolution])
    const after = await cleaned(withSegments(await makeImage(), segment))
    expect(after.includes('a profile')).toBe(true)
    expect(after.includes('resolution 16 by')).toBe(true)
    expect(after.includes('a thumbnail')).toBe(false)
  })

  it('keeps maker notes that are known to contain no position', async () => {
    const entries = {
      [exifTags.make]: 'Apple',
      [exifTags.exif]: { directory: { entries: { 37500: Buffer.from('Apple iOS\0\0\x01MM') } } },
    }
    const before = withSegments(await makeImage(), exifSegment(makeExif({ entries })))
    expect((await cleaned(before)).equals(before)).toBe(true)
  })
})

describe('the thumbnail in EXIF', () => {
  async function withThumbnail(spec: Parameters<typeof makeImage>[0], orientation?: number): Promise<Buffer> {
    const thumbnail = await makeImage(spec)
    const block = (offset: number) =>
      makeExif({
        entries: { [exifTags.model]: 'Werk 1' },
        next: {
          entries: {
            ...(orientation && { [exifTags.orientation]: { short: orientation } }),
            513: { long: offset },
            514: { long: thumbnail.length },
          },
        },
      })
    const exif = Buffer.concat([block(block(0).length), thumbnail])
    return withSegments(await makeImage({ width: 640, height: 480 }), exifSegment(exif))
  }

  it('stays if it has the aspect ratio of the picture', async () => {
    const before = await withThumbnail({ width: 160, height: 120 })
    expect((await cleaned(before)).equals(before)).toBe(true)
  })

  it.each([
    ['another outline', { width: 160, height: 107 }, undefined],
    ['another orientation', { width: 160, height: 120 }, 6],
    ['metadata of its own', { width: 160, height: 120, model: 'Werk 2' }, undefined],
  ] as const)('goes when it has %s', async (_, spec, orientation) => {
    const before = await withThumbnail(spec, orientation)
    const after = await cleaned(before)
    expect(after.toString('latin1').split('\xff\xd8\xff')).toHaveLength(2)
    expect(after.includes('Werk 1')).toBe(true)
  })
})

describe('a hostile file', () => {
  const tiny = jpegSegment(0xe1, '')
  it.each([
    ['ten million empty segments', (jpeg: Buffer) => withSegments(jpeg, Buffer.alloc(tiny.length * 10_000_000, tiny))],
    [
      'segments of XMP',
      (jpeg: Buffer) => withSegments(jpeg, ...Array.from({ length: 20_000 }, () => xmpSegment('<rdf:RDF'.repeat(200)))),
    ],
    [
      'segments of continued XMP',
      (jpeg: Buffer) =>
        withSegments(
          jpeg,
          ...Array.from({ length: 60_000 }, (_, index) =>
            jpegSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', String(index).padStart(32), Buffer.alloc(9)),
          ),
        ),
    ],
    [
      'bytes that look like markers',
      (jpeg: Buffer) =>
        Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(40_000_000, Buffer.from([0xff, 0])), jpeg.subarray(-2)]),
    ],
    ['an open comment', (jpeg: Buffer) => withSegments(jpeg, xmpSegment(`<x:xmpmeta>${'<!-- '.repeat(12_000)}`))],
    ['nested elements', (jpeg: Buffer) => withSegments(jpeg, xmpSegment(xmpPacket('', '<dc:title>'.repeat(5_000))))],
    [
      'attributes without end',
      (jpeg: Buffer) => withSegments(jpeg, xmpSegment(xmpPacket('xmp:Rating="5" '.repeat(3_500)))),
    ],
  ])('takes no longer than its length: %s', async (_, make) => {
    const path = join(folder, 'hostile')
    await writeFile(path, make(await makeImage()))
    const before = process.cpuUsage()
    cleanOriginal(path, { placeNames: true })
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
  })

  it.each([
    ['PNG', 'png', pngChunk('zzzz', Buffer.alloc(0))],
    ['PNG, of its picture', 'png', pngChunk('IDAT', Buffer.alloc(0))],
    ['WebP', 'webp', Buffer.from('zzzz\0\0\0\0')],
  ] as const)('is read up to its 100,000th chunk: %s', async (_, format, chunk) => {
    const image = await makeImage({ format })
    const [start, end] = format === 'png' ? [image.subarray(0, 33), image.subarray(33)] : [image, Buffer.alloc(0)]
    const bytes = Buffer.concat([start, Buffer.alloc(chunk.length * 3_000_000, chunk), end])
    if (format === 'webp') bytes.writeUInt32LE(bytes.length - 8, 4)
    const path = join(folder, 'chunks')
    await writeFile(path, bytes)
    const before = process.cpuUsage()
    expect(cleanOriginal(path, { placeNames: true }).tooMany).toEqual({ limit: 100_000, what: 'chunks' })
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
  })
})
