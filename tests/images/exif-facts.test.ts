import { describe, expect, it } from 'vitest'
import { dateTaken, readExifFacts } from '#server/adapters/images/metadata/exif-facts.ts'
import { type ExifValue, exifTags, makeExif, phoneExif } from '#tests/support/images/make-exif.ts'

const now = new Date('2026-06-01T12:00:00Z')

describe('dateTaken', () => {
  const taken = (local: string | undefined, offset?: string) => dateTaken({ local, offset }, now)

  it.each([
    ['2024:05:06 07:08:09', '+02:00', '2024-05-06T05:08:09.000Z'],
    ['2024:05:06 07:08:09', '-09:30', '2024-05-06T16:38:09.000Z'],
    ['2024:05:06 07:08:09', '+00:00', '2024-05-06T07:08:09.000Z'],
  ])('takes %s with the offset %s of the file as %s', (local, offset, utc) => {
    expect(taken(local, offset)).toBe(utc)
  })

  it.each([
    ['summer', '2024:07:01 12:00:00', '2024-07-01T10:00:00.000Z'],
    ['winter', '2024:01:01 12:00:00', '2024-01-01T11:00:00.000Z'],
    ['the hour that does not exist', '2024:03:31 02:30:00', '2024-03-31T01:30:00.000Z'],
    ['the hour that comes twice', '2024:10:27 02:30:00', '2024-10-27T00:30:00.000Z'],
    ['a scan of an old picture', '1935:06:01 12:00:00', '1935-06-01T11:00:00.000Z'],
  ])('takes a time without offset as Europe/Berlin: %s', (_, local, utc) => {
    expect(taken(local)).toBe(utc)
    expect(taken(local, '   :  ')).toBe(utc)
    expect(taken(local, '+99:00')).toBe(utc)
  })

  it.each([
    undefined,
    '',
    '    :  :     :  :  ',
    '0000:00:00 00:00:00',
    '2024:00:00 00:00:00',
    '2024:13:01 00:00:00',
    '2024:02:30 00:00:00',
    '2023:02:29 00:00:00',
    '2024:05:06 25:00:00',
    '0001:01:01 00:00:00',
    '1799:12:31 00:00:00',
    '9999:12:31 23:59:59',
    '2024-05-06',
    'yesterday',
    '\u0000\u0001',
  ])('is null for %j', (local) => {
    expect(taken(local, '+02:00')).toBeNull()
  })

  it('accepts at most a day in the future', () => {
    expect(taken('2026:06:02 11:59:59', '+00:00')).toBe('2026-06-02T11:59:59.000Z')
    expect(taken('2026:06:02 12:00:01', '+00:00')).toBeNull()
  })
})

describe('readExifFacts', () => {
  const read = (exif: Buffer | undefined) => readExifFacts(exif, now)
  const nothing = { exifDateTaken: null, exifCameraModel: null, exifLocation: null }
  const model = (value: ExifValue) => read(makeExif({ entries: { [exifTags.model]: value } })).exifCameraModel

  it.each([true, false])('reads date, camera and position (big endian: %s)', (bigEndian) => {
    const block = makeExif(phoneExif(), { bigEndian })
    for (const exif of [block, Buffer.concat([Buffer.from('Exif\0\0'), block])]) {
      expect(read(exif)).toEqual({
        exifDateTaken: '2024-05-06T05:08:09.000Z',
        exifCameraModel: 'Werk 1',
        exifLocation: { lat: expect.closeTo(52.520_095, 5), lon: expect.closeTo(13.405_518, 5) },
      })
    }
  })

  it('uses OffsetTimeOriginal before OffsetTime', () => {
    const date = (offsets: Record<number, string>) =>
      read(
        makeExif({
          entries: {
            [exifTags.exif]: { directory: { entries: { [exifTags.dateTaken]: '2024:05:06 07:08:09', ...offsets } } },
          },
        }),
      ).exifDateTaken
    expect(date({ 36880: '+05:00' })).toBe('2024-05-06T02:08:09.000Z')
    expect(date({ 36880: '+05:00', 36881: '+01:00' })).toBe('2024-05-06T06:08:09.000Z')
  })

  it('returns the model without padding, control characters and anything after a NUL', () => {
    expect(model('  Werk 1  ')).toBe('Werk 1')
    expect(model('Werk\u0007 1\u001b[31m\u202e')).toBe('Werk 1[31m')
    expect(model('Werk 1\0rest')).toBe('Werk 1')
    expect(model('Wörk 1')).toBe('Wörk 1')
    expect(model(Buffer.from('W\xf6rk 1\0', 'latin1'))).toBe('Wörk 1')
    expect(model('x'.repeat(500))).toBe('x'.repeat(200))
    for (const empty of ['', '   ', '\0\0\0\0\0']) expect(model(empty)).toBeNull()
  })

  it('supports south and west, and fewer than three parts', () => {
    const place = (lat: ExifValue, latRef = 'N') =>
      read(
        makeExif({
          entries: {
            [exifTags.gps]: { directory: { entries: { 1: latRef, 2: lat, 3: 'W', 4: { fractions: [[1, 2]] } } } },
          },
        }),
      ).exifLocation
    expect(
      place(
        {
          fractions: [
            [33, 1],
            [30, 1],
            [0, 1],
          ],
        },
        'S',
      ),
    ).toEqual({ lat: -33.5, lon: -0.5 })
    expect(place({ fractions: [[335, 10]] })).toEqual({ lat: 33.5, lon: -0.5 })
    expect(
      place({
        fractions: [
          [33, 1],
          [30, 1],
          [0, 0],
        ],
      }),
    ).toEqual({ lat: 33.5, lon: -0.5 })
    expect(
      place({
        fractions: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      }),
    ).toBeNull()
    expect(place({ fractions: [[91, 1]] })).toBeNull()
    expect(place('33.5')).toBeNull()
  })

  it('returns nulls for damaged data and anything but EXIF', () => {
    const block = makeExif(phoneExif())
    for (const bytes of [
      undefined,
      Buffer.alloc(0),
      Buffer.from('Exif\0\0'),
      Buffer.alloc(100),
      Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'),
    ]) {
      expect(read(bytes)).toEqual(nothing)
    }
    for (let length = 0; length < block.length; length++) expect(() => read(block.subarray(0, length))).not.toThrow()
    for (let at = 0; at < block.length; at++) {
      const damaged = Buffer.from(block)
      damaged[at] = 0xff
      expect(() => read(damaged)).not.toThrow()
    }
  })
})
