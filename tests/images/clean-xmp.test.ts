import { beforeAll, describe, expect, it } from 'vitest'
import { cleaned, expectOnlyPositionGone, expectValidChecksums } from '#tests/support/images/cleaned.ts'
import { jpegSegment, withChunks, withSegments } from '#tests/support/images/make-exif.ts'
import { makeImage } from '#tests/support/images/make-image.ts'

let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  jpeg = await makeImage({ width: 200, height: 150, detail: true })
  png = await makeImage({ width: 200, height: 150, detail: true, format: 'png' })
})

describe('cleanOriginal, in XMP', () => {
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
    const [metadata, scan] = after.toString('utf8').replaceAll('\0', '').split('<?xpacket end')
    expect(scan).toBeDefined()
    expect(metadata).not.toMatch(/GPS|52,31|13,24/)
    expect(metadata).toContain('Über den Dächern')
  })

  it('removes the whole packet if it is not well-formed XML', async () => {
    for (const broken of ['exif:GPSLatitude="52,31.2057N', 'x <exif:GPSLatitude a=52,31.2057N>']) {
      const after = await expectOnlyPositionGone(withSegments(jpeg, segment(packet(broken))))
      expect(after.includes('xmp:Rating')).toBe(false)
    }
  })
})
