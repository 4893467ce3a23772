import { deflateSync } from 'node:zlib'
import { exifSegment, exifTags, jpegSegment, makeExif, phoneExif, withChunks, withSegments } from './make-exif.ts'
import { makeImage } from './make-image.ts'

/** Texts that no served file may contain, also with a zero byte after each character. */
export const positionMarks = ['52.5200', '13.4050', '52,31.2057']

const wide = (text: string, encoding: 'utf16le' | 'utf16be' | 'utf32le'): Buffer => {
  const little = Buffer.from(text, 'utf16le')
  if (encoding === 'utf16le') return little
  if (encoding === 'utf16be') return Buffer.from(little).swap16()
  return Buffer.concat(
    Array.from({ length: little.length / 2 }, (_, at) => Buffer.from([little[at * 2] ?? 0, 0, 0, 0])),
  )
}

export const xmpPacket = (properties: string, elements = ''): string =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  'xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ' +
  'xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" ' +
  `xmp:Rating="5" ${properties}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`

export const xmpSegment = (xmp: string | Buffer): Buffer =>
  jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(xmp))

const xmpFields: Record<string, [properties: string, elements?: string]> = {
  'a GPS field': ['exif:GPSLatitude="52,31.2057N"'],
  'XMP-Geotate': ['xmlns:g="http://geotate" g:Latitude="52.5200" g:Longitude="13.4050"'],
  'Darwin Core': [
    '',
    '<dwc:Location rdf:parseType="Resource"><dwc:footprintWKT>POINT (13.4050 52.5200)</dwc:footprintWKT></dwc:Location>',
  ],
  'a georss point': ['georss:point="52.5200 13.4050"'],
  'W3C geo': ['', '<geo:lat>52.5200</geo:lat><geo:long>13.4050</geo:long>'],
  'a Camera:Position': ['Camera:Position="52.5200,13.4050"'],
  'a LocationId': [
    '',
    '<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li Iptc4xmpExt:LocationId="geo:52.5200,13.4050"/></rdf:Bag></Iptc4xmpExt:LocationShown>',
  ],
  'an ACDSee location': ['acdsee:location="52.5200, 13.4050"'],
  'a keyword': [
    '',
    '<dc:subject><rdf:Bag><rdf:li>geo:lat=52.5200</rdf:li><rdf:li>geotagged</rdf:li></rdf:Bag></dc:subject>',
  ],
  'a caption': [
    '',
    '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Seen at 52.5200, 13.4050</rdf:li></rdf:Alt></dc:description>',
  ],
  'an attribute inside': ['', '<dc:creator><rdf:Seq><rdf:li a:b="52.5200, 13.4050"/></rdf:Seq></dc:creator>'],
  'a comment': ['', '<!-- 52.5200, 13.4050 -->'],
}

const iptcField = (number: number, text: string): Buffer => {
  const field = Buffer.from([0x1c, 2, number, 0, text.length])
  return Buffer.concat([field, Buffer.from(text, 'latin1')])
}

export function photoshopSegment(...resources: [number, Buffer][]): Buffer {
  const parts = resources.map(([id, data]) => {
    const head = Buffer.from([0x38, 0x42, 0x49, 0x4d, id >> 8, id & 255, 0, 0, 0, 0, 0, 0])
    head.writeUInt32BE(data.length, 8)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  return jpegSegment(0xed, 'Photoshop 3.0\0', ...parts)
}

export const movieBox = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const data = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

const movie = Buffer.concat([
  movieBox('ftyp', 'mp42'),
  movieBox('moov', movieBox('udta', movieBox('\xa9xyz', '\0\x12\x15\xc7', '+52.5200+13.4050/'))),
  movieBox('mdat', Buffer.alloc(64)),
])

/** A file for each known way in which programs and cameras write a position. */
export async function positionalImages(): Promise<Record<string, Buffer>> {
  const [jpeg, png, webp] = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map((format) => makeImage({ format, width: 160, height: 120 })),
  )
  if (!jpeg || !png || !webp) throw new Error('No images')
  const exif = makeExif(phoneExif())
  const text = (key: string, value: string): [string, Buffer] => ['tEXt', Buffer.from(`${key}\0${value}`, 'latin1')]
  const marked = Buffer.from('at 52.5200, 13.4050', 'latin1')
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const exifWith = (entries: Record<number, string | Buffer>) =>
    withSegments(jpeg, exifSegment(makeExif({ entries: { [exifTags.model]: 'Werk 1', ...entries } })))
  const images: Record<string, Buffer> = {
    'GPS in EXIF': withSegments(jpeg, exifSegment(exif)),
    'GPS in EXIF between scans': Buffer.concat([jpeg.subarray(0, -2), exifSegment(exif), jpeg.subarray(-2)]),
    'GPS in EXIF with another mark': withSegments(
      jpeg,
      jpegSegment(0xe1, 'exif\0\0', exif),
      jpegSegment(0xe1, 'EXIF\0\0', exif),
    ),
    'GPS in a second EXIF block': withSegments(jpeg, exifSegment(makeExif({ entries: {} })), exifSegment(exif)),
    'EXIF over two segments': withSegments(jpeg, exifSegment(exif.subarray(0, 100)), exifSegment(exif.subarray(100))),
    'a user comment': exifWith({ 37510: Buffer.concat([Buffer.from('ASCII\0\0\0'), marked]) }),
    'a user comment in UTF-16': exifWith({
      37510: Buffer.concat([Buffer.from('UNICODE\0'), wide('52.5200, 13.4050', 'utf16le')]),
    }),
    'a description': exifWith({ 270: 'Tower, 52.5200 13.4050' }),
    'the notes of a maker': exifWith({ 37500: Buffer.concat([Buffer.from('DJI\0'), marked]) }),
    'a FLIR block': withSegments(jpeg, jpegSegment(0xe1, 'FLIR\0\x01\0\0', marked)),
    'a C2PA block': withSegments(jpeg, jpegSegment(0xeb, 'JP\0\0', marked)),
    'a GoPro block': withSegments(jpeg, jpegSegment(0xe6, 'GoPro\0', marked)),
    'a comment of JPEG': withSegments(jpeg, jpegSegment(0xfe, marked)),
    'an IPTC caption': withSegments(
      jpeg,
      photoshopSegment([0x0404, Buffer.concat([iptcField(5, 'Tower'), iptcField(120, 'at 52.5200, 13.4050')])]),
    ),
    'an IPTC sublocation': withSegments(jpeg, photoshopSegment([0x0404, iptcField(92, '52.5200 13.4050')])),
    'EXIF in a Photoshop resource': withSegments(jpeg, photoshopSegment([0x0422, exif])),
    'XMP in a Photoshop resource': withSegments(
      jpeg,
      photoshopSegment([0x0424, Buffer.from(xmpPacket('exif:GPSLatitude="52,31.2057N"'))]),
    ),
    'XMP that goes on in further segments': withSegments(
      jpeg,
      jpegSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', 'A'.repeat(32), Buffer.alloc(8), marked),
    ),
    'another image behind the end': Buffer.concat([jpeg, withSegments(jpeg, jpegSegment(0xfe, marked))]),
    'a video behind the end': Buffer.concat([jpeg, movie]),
    'bytes between segments': Buffer.concat([jpeg.subarray(0, scan), marked, jpeg.subarray(scan)]),
    'a text of ImageMagick': withChunks(
      png,
      text('exif:GPSLatitude', '52/1, 31/1, 52.5200'),
      text('exif:GPSInfo', '13.4050'),
    ),
    'an unknown text': withChunks(png, text('Location', '52.5200, 13.4050')),
    'a comment of PNG': withChunks(png, text('Comment', 'at 52.5200, 13.4050')),
    'a caBX chunk': withChunks(png, ['caBX', marked]),
    'a private chunk': withChunks(png, ['zxIf', marked]),
    'eXIf behind the end': Buffer.concat([png, withChunks(png, ['eXIf', exif]).subarray(33, 45 + exif.length)]),
    'a packed text': withChunks(png, ['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(marked)])]),
    'an unknown chunk of WebP': withWebpChunk(webp, 'C2PA', marked),
    'XMP of WebP': withWebpChunk(webp, 'XMP ', Buffer.from(xmpPacket('geo:lat="52.5200"'))),
    'something behind a WebP': Buffer.concat([webp, marked]),
  }
  for (const [name, [properties, elements]] of Object.entries(xmpFields)) {
    images[`${name} of XMP`] = withSegments(jpeg, xmpSegment(xmpPacket(properties, elements)))
    images[`${name} of XMP in a PNG`] = withChunks(png, text('XML:com.adobe.xmp', xmpPacket(properties, elements)))
  }
  for (const encoding of ['utf16le', 'utf16be', 'utf32le'] as const) {
    const packet = wide(xmpPacket('exif:GPSLatitude="52,31.2057N"'), encoding)
    images[`XMP in ${encoding}`] = withSegments(jpeg, xmpSegment(packet))
    images[`XMP in ${encoding} with an odd length`] = withSegments(jpeg, xmpSegment(packet.subarray(0, -1)))
  }
  return images
}

function withWebpChunk(webp: Buffer, type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  const whole = Buffer.concat([webp, head, data, Buffer.alloc(data.length % 2)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

/** Whether a file still contains a position of `positionalImages`. */
export function holdsPositionMark(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return [text, text.replaceAll('\0', '')].some((each) => positionMarks.some((mark) => each.includes(mark)))
}
