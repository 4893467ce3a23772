import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { expect } from 'vitest'
import { cleanOriginal } from '#server/adapters/images/metadata/clean-original.ts'
import { gpsFractions } from './make-exif.ts'

/** A cleaned file. */
export async function cleaned(bytes: Buffer, kept = { placeNames: true, trailers: false }): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cleaned-'))
  const path = join(folder, 'image')
  try {
    await writeFile(path, bytes)
    cleanOriginal(path, kept)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The last fractions of the position as they would be in a file. */
const positionBytes = [gpsFractions.latitude[2], gpsFractions.longitude[2]].flatMap(([above, below]) => {
  const bigEndian = Buffer.alloc(8)
  bigEndian.writeUInt32BE(above, 0)
  bigEndian.writeUInt32BE(below, 4)
  return [bigEndian, Buffer.from(bigEndian).swap32()]
})

export const holdsPosition = (bytes: Buffer): boolean =>
  positionBytes.some((number) => bytes.includes(number)) || /52,31\.2057|13,24\.9463/.test(bytes.toString('latin1'))

export async function exifOf(bytes: Buffer) {
  const { exif } = await sharp(bytes).metadata()
  return exif && readExif(exif)
}

export const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()

export const expectSame = (actual: Buffer, expected: Buffer) => expect(actual.equals(expected)).toBe(true)

export async function expectOnlyPositionGone(before: Buffer, { keeps = [] as string[] } = {}): Promise<Buffer> {
  expect(holdsPosition(before)).toBe(true)
  const after = await cleaned(before)
  expect(holdsPosition(after)).toBe(false)
  expectSame(await pixels(after), await pixels(before))
  for (const text of keeps) expect(after.includes(text), text).toBe(true)
  expectSame(await cleaned(after), after)
  return after
}
export function chunksOf(image: Buffer): { type: string; data: Buffer; checksum: number }[] {
  const chunks = []
  for (let at = 8; at < image.length; ) {
    const length = image.readUInt32BE(at)
    const data = image.subarray(at + 8, at + 8 + length)
    chunks.push({ type: image.toString('latin1', at + 4, at + 8), data, checksum: image.readUInt32BE(at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

export function expectValidChecksums(image: Buffer): void {
  for (const { type, data, checksum } of chunksOf(image)) {
    expect(crc32(data, crc32(type)), type).toBe(checksum)
  }
}
