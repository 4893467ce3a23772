import { describe, expect, it } from 'vitest'
import { checkFiles, sniffType } from './check-files.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const jpeg = bytes('\xff\xd8\xff\xda\x00\x02 and so on\xff\xd9')
const limits = { maxFileSizeMb: 1, maxImagePixels: 100_000_000, maxImagesPerGroup: 3 }

describe('sniffType', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe1'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/webp', 'RIFF\x00\x00\x00\x00WEBPVP8 '],
    ['heic', '\x00\x00\x00\x18ftypheic'],
    ['heic', '\x00\x00\x00\x18ftypmif1'],
    ['avif', '\x00\x00\x00\x18ftypavif'],
    ['other', 'GIF89a'],
    ['other', '\xff\xd8'],
    ['empty', ''],
  ])('%s for %j', (type, head) => {
    expect(sniffType(bytes(head))).toBe(type)
  })
})

describe('checkFiles', () => {
  // 12,000 × 9,000 pixels, as each format writes them.
  it.each([
    ['a PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x2e\xe0\x00\x00\x23\x28\x08\x02\x00\x00\x00'],
    ['a JPEG', '\xff\xd8\xff\xe1\x00\x04ab\xff\xc2\x00\x11\x08\x23\x28\x2e\xe0\x03\xff\xda\x00\x02 picture\xff\xd9'],
    ['a lossy WebP', 'RIFF\x1a\x00\x00\x00WEBPVP8 \x0e\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\xe0\x2e\x28\x23\x00\x00'],
    ['a lossless WebP', 'RIFF\x1a\x00\x00\x00WEBPVP8L\x0e\x00\x00\x00\x2f\xdf\xee\xc9\x08\x00\x00\x00\x00\x00'],
    ['a WebP of several parts', 'RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xdf\x2e\x00\x27\x23\x00'],
  ])('says how many pixels %s has, where they are too many', async (_, content) => {
    const file = new File([bytes(content.padEnd(40, '\x00'))], 'large')
    const { rejected } = await checkFiles([file], limits, () => 0)
    expect(rejected).toMatchObject([{ name: 'large', reason: 'pixels', pixels: 108_000_000 }])
    const { rejected: allowed } = await checkFiles([file], { ...limits, maxImagePixels: 108_000_000 }, () => 0)
    expect(allowed.filter(({ reason }) => reason === 'pixels')).toEqual([])
  })

  it('judges by the bytes, not by name and declared type', async () => {
    const files = [
      new File([jpeg], 'photo.txt', { type: 'text/plain' }),
      new File(['text'], 'text.jpg', { type: 'image/jpeg' }),
    ]
    const { accepted, rejected } = await checkFiles(files, limits, () => 0)
    expect(accepted.map((file) => file.name)).toEqual(['photo.txt'])
    expect(rejected).toEqual([{ name: 'text.jpg', size: 4, reason: 'type' }])
  })

  it('takes a file of exactly the limit and refuses one byte more', async () => {
    const rest = new Uint8Array(2 ** 20 - jpeg.length)
    const files = [new File([jpeg, rest], 'fits.jpg'), new File([jpeg, rest, '.'], 'over.jpg')]
    const { accepted, rejected } = await checkFiles(files, limits, () => 0)
    expect(accepted.map((file) => file.name)).toEqual(['fits.jpg'])
    expect(rejected.map(({ reason }) => reason)).toEqual(['size'])
  })

  it('names a photo that was cut before anything is sent', async () => {
    const { accepted, rejected } = await checkFiles([new File([jpeg.slice(0, -2)], 'cut.jpg')], limits, () => 0)
    expect(accepted).toEqual([])
    expect(rejected.map(({ reason }) => reason)).toEqual(['damaged'])
  })

  it('counts the photos that are there already, and no refused ones', async () => {
    const files = ['text', jpeg, jpeg].map((content, n) => new File([content], `${n}.jpg`))
    const { accepted, rejected } = await checkFiles(files, limits, () => 2)
    expect(accepted.map((file) => file.name)).toEqual(['1.jpg'])
    expect(rejected.map(({ name, reason }) => [name, reason])).toEqual([
      ['0.jpg', 'type'],
      ['2.jpg', 'count'],
    ])
  })
})
