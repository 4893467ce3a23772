import { withSegments } from './make-exif.ts'
import { makeImage } from './make-image.ts'
import { movieBox, xmpPacket, xmpSegment } from './positional-images.ts'

/** What the tracks of the video hold. */
export const videoSamples = { pictures: 'the pictures of the video', sound: 'its sound', places: 'at 52.5200, 13.4050' }

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function track(handler: string, { start, length }: { start: number; length: number }): Buffer {
  const tables = movieBox(
    'stbl',
    movieBox('stsc', u32(0, 1, 1, 1, 1)),
    movieBox('stsz', u32(0, 0, 1, length)),
    movieBox('stco', u32(0, 1, start)),
  )
  const media = movieBox('mdia', movieBox('hdlr', u32(0, 0), handler, Buffer.alloc(13)), movieBox('minf', tables))
  return movieBox('trak', movieBox('tkhd', Buffer.alloc(84)), media, movieBox('udta', 'Name of 52.5200'))
}

/** A video with its position in a table, in a name and in a track. */
export function makeVideo(): Buffer {
  const handlers = { pictures: 'vide', sound: 'soun', places: 'mett' } as const
  const head = movieBox('ftyp', 'mp42\0\0\0\0')
  const movie = (from: number) => {
    let start = from
    const tracks = (['pictures', 'places', 'sound'] as const).map((name) => {
      const { length } = videoSamples[name]
      start += length
      return track(handlers[name], { start: start - length, length })
    })
    const place = movieBox('udta', movieBox('\xa9xyz', '\0\x12\x15\xc7', '+52.5200+13.4050/'))
    return movieBox('moov', movieBox('mvhd', Buffer.alloc(100)), ...tracks, place)
  }
  const tables = movie(head.length + movie(0).length + 8)
  const data = movieBox('mdat', videoSamples.pictures, videoSamples.places, videoSamples.sound)
  return Buffer.concat([head, tables, data])
}

/** A JPEG with a video behind it, as phones write it. */
export async function makeMotionPhoto(): Promise<{ bytes: Buffer; video: Buffer }> {
  const video = makeVideo()
  const directory =
    '<Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" ' +
    `Item:Semantic="MotionPhoto" Item:Length="${video.length}"/></rdf:li></rdf:Seq></Container:Directory>`
  const xmp = xmpPacket(
    'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
      'xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1"',
    directory,
  )
  return { bytes: Buffer.concat([withSegments(await makeImage(), xmpSegment(xmp)), video]), video }
}
