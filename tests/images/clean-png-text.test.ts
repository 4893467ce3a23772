import { deflateSync, inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  chunksOf,
  cleaned,
  expectSame,
  expectValidChecksums,
  holdsPosition,
  pixels,
} from '#tests/support/images/cleaned.ts'
import { makeExif, phoneExif, withChunks } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'

let png: Buffer
beforeAll(async () => {
  png = await makeImage({ width: 200, height: 150, detail: true, format: 'png' })
})

describe('cleanOriginal, in text chunks of a PNG', () => {
  const profile = (name: string, content: Buffer) => {
    const lines = content.toString('hex').replace(/.{72}/g, '$&\n')
    return Buffer.from(`\n${name}\n${String(content.length).padStart(8)}\n${lines}\n`, 'latin1')
  }
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), makeExif(phoneExif())])
  const xmp =
    '<x:xmpmeta><rdf:RDF><rdf:Description exif:GPSLatitude="52,31.2057N" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>'

  /** The decoded text chunk of an image; of a raw profile the bytes. */
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
