import { deflateSync } from 'node:zlib'
import readExif from 'exif-reader'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleaned, expectSame, expectValidChecksums, holdsPosition } from '#tests/support/images/cleaned.ts'
import {
  exifSegment,
  exifTags,
  gpsFractions,
  jpegSegment,
  makeExif,
  phoneExif,
  withChunks,
  withSegments,
} from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'

let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  jpeg = await makeImage({ width: 200, height: 150, detail: true })
  png = await makeImage({ width: 200, height: 150, detail: true, format: 'png' })
})

describe('cleanOriginal, with hostile bytes', () => {
  it('survives directories that point to each other', async () => {
    const exif = makeExif({ ...phoneExif(), next: phoneExif() })
    for (let at = 0; at + 4 < exif.length; at += 2) {
      const looped = Buffer.from(exif)
      looped.writeUInt32LE(8, at)
      await cleaned(withSegments(jpeg, exifSegment(looped)))
    }
  })

  it('removes the position if the block ends right after the last entry of a directory', async () => {
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

  it('leaves no position after any damage', async () => {
    const random = numbers(7)
    const original = withSegments(jpeg, exifSegment(makeExif({ ...phoneExif(), next: phoneExif() })))
    const end = original.indexOf(Buffer.from([0xff, 0xdb]))
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(original)
      for (let change = 0; change <= random(4); change++) bytes[4 + random(end - 4)] = random(256)
      const after = await cleaned(bytes)
      expect(positionOf(after)).toBeUndefined()
    }
  })

  it('is fast for a file full of blocks', async () => {
    const block = exifSegment(makeExif(phoneExif()))
    const xmp = jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', '<rdf:RDF exif:GPSLatitude="<rdf:RDF'.repeat(1000))
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

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
