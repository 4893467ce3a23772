import { describe, expect, it } from 'vitest'
import { checkFiles } from './check-files.ts'
import { sniffType } from './sniff-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const jpeg = bytes('\xff\xd8\xff\xda\x00\x02 and so on\xff\xd9')
const limits = { maxFileSizeMb: 1, maxImagesPerGroup: 3 }

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
  it('judges by the bytes, not by name and declared type', async () => {
    const files = [
      new File([jpeg], 'photo.txt', { type: 'text/plain' }),
      new File(['text'], 'text.jpg', { type: 'image/jpeg' }),
    ]
    const { accepted, rejected } = await checkFiles(files, limits, 0)
    expect(accepted.map((file) => file.name)).toEqual(['photo.txt'])
    expect(rejected).toEqual([{ name: 'text.jpg', size: 4, reason: 'type' }])
  })

  it('takes a file of exactly the limit and refuses one byte more', async () => {
    const rest = new Uint8Array(2 ** 20 - jpeg.length)
    const files = [new File([jpeg, rest], 'fits.jpg'), new File([jpeg, rest, '.'], 'over.jpg')]
    const { accepted, rejected } = await checkFiles(files, limits, 0)
    expect(accepted.map((file) => file.name)).toEqual(['fits.jpg'])
    expect(rejected.map(({ reason }) => reason)).toEqual(['size'])
  })

  it('names a photo that was cut before anything is sent', async () => {
    const { accepted, rejected } = await checkFiles([new File([jpeg.slice(0, -2)], 'cut.jpg')], limits, 0)
    expect(accepted).toEqual([])
    expect(rejected.map(({ reason }) => reason)).toEqual(['damaged'])
  })

  it('counts the photos that are there already, and no refused ones', async () => {
    const files = ['text', jpeg, jpeg].map((content, n) => new File([content], `${n}.jpg`))
    const { accepted, rejected } = await checkFiles(files, limits, 2)
    expect(accepted.map((file) => file.name)).toEqual(['1.jpg'])
    expect(rejected.map(({ name, reason }) => [name, reason])).toEqual([
      ['0.jpg', 'type'],
      ['2.jpg', 'count'],
    ])
  })
})
