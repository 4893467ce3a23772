import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import {
  type ExifDirectory,
  exifSegment,
  exifTags,
  gpsDirectory,
  gpsFractions,
  jpegSegment,
  makeExif,
  phoneExif,
  withChunks,
  withSegments,
} from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'

let folder: string
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-'))
  jpeg = await makeImage({ width: 200, height: 150, detail: true })
  png = await makeImage({ width: 200, height: 150, detail: true, format: 'png' })
})
afterAll(() => rm(folder, { recursive: true }))

async function cleaned(bytes: Buffer, { placeNames = true } = {}): Promise<Buffer> {
  const path = join(folder, 'image')
  await writeFile(path, bytes)
  cleanOriginal(path, { placeNames })
  return readFile(path)
}

/** The last fractions of the position as they would stand in a file. */
const positionBytes = [gpsFractions.latitude[2], gpsFractions.longitude[2]].flatMap(([above, below]) => {
  const bigEndian = Buffer.alloc(8)
  bigEndian.writeUInt32BE(above, 0)
  bigEndian.writeUInt32BE(below, 4)
  return [bigEndian, Buffer.from(bigEndian).swap32()]
})

const holdsPosition = (bytes: Buffer): boolean =>
  positionBytes.some((number) => bytes.includes(number)) || /52,31\.2057|13,24\.9463/.test(bytes.toString('latin1'))

async function exifOf(bytes: Buffer) {
  const { exif } = await sharp(bytes).metadata()
  return exif && readExif(exif)
}

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()

const expectSame = (actual: Buffer, expected: Buffer) => expect(actual.equals(expected)).toBe(true)

async function expectOnlyPositionGone(before: Buffer, { keeps = [] as string[] } = {}): Promise<Buffer> {
  expect(holdsPosition(before)).toBe(true)
  const after = await cleaned(before)
  expect(holdsPosition(after)).toBe(false)
  expectSame(await pixels(after), await pixels(before))
  for (const text of keeps) expect(after.includes(text), text).toBe(true)
  expectSame(await cleaned(after), after)
  return after
}

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

    it('removes signed fractions too, as the Nokia 8.3 writes them', async () => {
      const latitude = { fractions: gpsFractions.latitude, type: 10 }
      const gps = { directory: { entries: { ...gpsDirectory.entries, 2: latitude } } }
      await expectOnlyPositionGone(withSegments(jpeg, exifSegment(makeExif(phoneExif({ gps })))), { keeps: kept })
    })

    it('removes it behind any mark that readers take for that of EXIF', async () => {
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

  describe('in XMP', () => {
    const packet = (properties: string, elements = '') =>
      `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="5" ${properties}>` +
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Über den Dächern</rdf:li></rdf:Alt></dc:title>${elements}` +
      '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    const attributes = packet(`exif:GPSLatitude="52,31.2057N" exif:GPSLongitude = '13,24.9463E'`)
    const elements = packet(
      '',
      '<exif:GPSLatitude>52,31.2057N</exif:GPSLatitude><exif:GPSLongitude rdf:parseType="Resource">' +
        '<rdf:value>13,24.9463E</rdf:value></exif:GPSLongitude>',
    )
    const others = packet(
      'drone-dji:GpsLatitude="52,31.2057" drone-dji:GpsLongtitude="13,24.9463" drone-dji:AbsoluteAltitude="+13,24.9463"',
      '<geo:lat>52,31.2057</geo:lat><geo:long>13,24.9463</geo:long><!-- exif:GPSLatitude="52,31.2057N" -->',
    )
    const segment = (xmp: string | Buffer) => jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(xmp))
    const keeps = ['xmp:Rating="5"', 'Über den Dächern', '<?xpacket end="w"?>']
    const images = { attributes, elements, others }

    it.each(Object.entries(images))('removes position fields from a JPEG (%s)', async (_, xmp) => {
      const after = await expectOnlyPositionGone(withSegments(jpeg, segment(xmp)), { keeps })
      const inside = after.toString('latin1', 0, after.indexOf('<?xpacket end'))
      expect(/gps|geo:l|altitude/i.test(inside)).toBe(false)
    })

    it.each(Object.entries(images))('removes them from a PNG and a WebP (%s)', async (_, xmp) => {
      const inPng = withChunks(png, ['iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)])
      expectValidChecksums(await expectOnlyPositionGone(inPng, { keeps }))
      await expectOnlyPositionGone(await makeImage({ format: 'webp', xmp }), { keeps })
    })

    it.each(['utf16le', 'utf16be'] as const)('removes them from %s', async (encoding) => {
      const little = Buffer.from(`\ufeff${attributes}`, 'utf16le')
      const bytes = encoding === 'utf16le' ? little : Buffer.from(little).swap16()
      const after = await cleaned(withSegments(jpeg, segment(bytes)))
      const text = after.toString('utf8').replaceAll('\0', '')
      expect(text).not.toMatch(/GPS|52,31|13,24/)
      expect(text).toContain('Über den Dächern')
    })

    it('removes the whole packet when it is no well-formed XML', async () => {
      for (const broken of ['exif:GPSLatitude="52,31.2057N', 'x <exif:GPSLatitude a=52,31.2057N>']) {
        const after = await expectOnlyPositionGone(withSegments(jpeg, segment(packet(broken))))
        expect(after.includes('xmp:Rating')).toBe(false)
      }
    })
  })

  describe('in text chunks of a PNG', () => {
    const profile = (name: string, content: Buffer) => {
      const lines = content.toString('hex').replace(/.{72}/g, '$&\n')
      return Buffer.from(`\n${name}\n${String(content.length).padStart(8)}\n${lines}\n`, 'latin1')
    }
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), makeExif(phoneExif())])
    const xmp =
      '<x:xmpmeta><rdf:RDF><rdf:Description exif:GPSLatitude="52,31.2057N" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>'

    /** What the text chunk of an image holds, unpacked; of a raw profile the bytes. */
    function textOf(image: Buffer): Buffer {
      const { type = '', data = Buffer.alloc(0) } = chunksOf(image).find((chunk) => chunk.type.endsWith('Xt')) ?? {}
      const key = data.indexOf(0)
      const isPacked = type === 'zTXt' || (type === 'iTXt' && data[key + 1] === 1)
      const start = { tEXt: key + 1, zTXt: key + 2, iTXt: key + 5 }[type]
      const text = isPacked ? inflateSync(data.subarray(start)) : data.subarray(start)
      const digits = /^\n.+\n *\d+\n([0-9a-f\n]*)$/.exec(text.toString('latin1'))?.[1]
      return digits === undefined ? text : Buffer.from(digits.replaceAll('\n', ''), 'hex')
    }

    it.each([
      ['tEXt', 'Raw profile type exif\0', profile('exif', exif), (content: Buffer) => content],
      ['zTXt', 'Raw profile type exif\0\0', profile('exif', exif), deflateSync],
      ['zTXt', 'Raw profile type APP1\0\0', profile('generic profile', exif), deflateSync],
      ['zTXt', 'Raw profile type xmp\0\0', profile('xmp', Buffer.from(xmp)), deflateSync],
      ['iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', Buffer.from(xmp), deflateSync],
      ['tEXt', 'XML:com.adobe.xmp\0', Buffer.from(xmp), (content: Buffer) => content],
    ] as const)('removes it from %s %s', async (type, head, content, pack) => {
      const before = withChunks(png, [type, Buffer.concat([Buffer.from(head, 'latin1'), pack(content)])])
      expect(holdsPosition(textOf(before))).toBe(true)
      const after = await cleaned(before)
      const text = textOf(after)
      expect(holdsPosition(text)).toBe(false)
      expect(text.toString('latin1')).toMatch(/Werk 1|xmp:Rating="5"/)
      expectValidChecksums(after)
      expectSame(await pixels(after), await pixels(before))
    })
  })

  describe('leaves untouched', () => {
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
        'an image whose title speaks of GPS',
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

  describe('with hostile bytes', () => {
    it('survives directories that point to each other', async () => {
      const exif = makeExif({ ...phoneExif(), next: phoneExif() })
      for (let at = 0; at + 4 < exif.length; at += 2) {
        const looped = Buffer.from(exif)
        looped.writeUInt32LE(8, at)
        await cleaned(withSegments(jpeg, exifSegment(looped)))
      }
    })

    it('removes it where the block ends right behind the last entry of a directory', async () => {
      const exif = Buffer.alloc(64)
      exif.write('II*\0', 'latin1')
      const u16 = (at: number, ...values: number[]) =>
        values.forEach((value, n) => void exif.writeUInt16LE(value, at + n * 2))
      const u32 = (at: number, ...values: number[]) =>
        values.forEach((value, n) => void exif.writeUInt32LE(value, at + n * 4))
      u32(4, 50)
      // The GPS directory with its latitude, then the first directory, which has room for one entry and no more.
      u16(8, 1, 2, 5)
      u32(14, 3, 26)
      u32(26, ...gpsFractions.latitude.flat())
      u16(50, 1, exifTags.gps, 4)
      u32(56, 1, 8)
      const before = withSegments(jpeg, exifSegment(exif))
      expect(holdsPosition(before)).toBe(true)
      expect(holdsPosition(await cleaned(before))).toBe(false)
    })

    it('finds no position after any damage, however the bytes were changed', async () => {
      const random = numbers(7)
      const original = withSegments(jpeg, exifSegment(makeExif({ ...phoneExif(), next: phoneExif() })))
      const end = original.indexOf(Buffer.from([0xff, 0xdb]))
      for (let round = 0; round < 400; round++) {
        const bytes = Buffer.from(original)
        for (let change = 0; change <= random(4); change++) bytes[4 + random(end - 4)] = random(256)
        const after = await cleaned(bytes)
        expect(positionOf(after)).toBeUndefined()
      }
    })

    it('ends soon for a file full of blocks', { timeout: 20_000 }, async () => {
      const block = exifSegment(makeExif(phoneExif()))
      const xmp = jpegSegment(
        0xe1,
        'http://ns.adobe.com/xap/1.0/\0',
        '<rdf:RDF exif:GPSLatitude="<rdf:RDF'.repeat(1000),
      )
      const fakes = Buffer.from('Exif\0\0II*\0\x08\0\0\0'.repeat(300_000), 'latin1')
      const before = process.cpuUsage()
      const after = await cleaned(withSegments(jpeg, ...Array.from({ length: 200 }, () => block), xmp, xmp))
      await cleaned(Buffer.concat([jpeg, fakes]))
      await cleaned(Buffer.concat([jpeg, Buffer.from('<rdf:RDF'.repeat(300_000))]))
      expect(holdsPosition(after)).toBe(false)
      expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
    })

    it('does not unpack a bomb', async () => {
      const bomb = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 })
      const before = withChunks(png, ['zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), bomb])])
      const after = await cleaned(before)
      expectSame(after, png)
      expectValidChecksums(after)
    })

    function positionOf(image: Buffer) {
      const at = image.indexOf('Exif')
      try {
        return at < 0 ? undefined : readExif(image.subarray(at, at + 65_000)).GPSInfo?.GPSLatitude
      } catch {
        return undefined
      }
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

function chunksOf(image: Buffer): { type: string; data: Buffer; checksum: number }[] {
  const chunks = []
  for (let at = 8; at < image.length; ) {
    const length = image.readUInt32BE(at)
    const data = image.subarray(at + 8, at + 8 + length)
    chunks.push({ type: image.toString('latin1', at + 4, at + 8), data, checksum: image.readUInt32BE(at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function expectValidChecksums(image: Buffer): void {
  for (const { type, data, checksum } of chunksOf(image)) {
    expect(crc32(data, crc32(type)), type).toBe(checksum)
  }
}

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function hasExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver'])
    return true
  } catch {
    return false
  }
}
