import { deflateSync } from 'node:zlib'
import { pngChunk } from '#server/adapters/images/metadata/png-chunk.ts'
import { webpChunk } from '#server/adapters/images/metadata/webp-chunk.ts'

export const embedInJpeg = (jpeg: Buffer, profile: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments(profile), jpeg.subarray(2)])

/** How a profile is put into an image that has none, by format. The WebP is one without loss. */
export const embedProfile: Readonly<Record<string, typeof embedInJpeg>> = {
  jpeg: embedInJpeg,
  png: (png, profile) => {
    const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('ICC profile\0\0', 'latin1'), deflateSync(profile)]))
    return Buffer.concat([png.subarray(0, pngHeadBytes), chunk, png.subarray(pngHeadBytes)])
  },
  webp: (webp, profile) => {
    const head = Buffer.from(webp.subarray(0, webpHeadBytes))
    const chunks = [extended(webp), webpChunk('ICCP', profile), webp.subarray(webpHeadBytes)]
    head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
    return Buffer.concat([head, ...chunks])
  },
}

/** The signature and the first chunk. */
const pngHeadBytes = 33
const webpHeadBytes = 12
/** What a segment can hold besides its length and what is before the profile. */
const segmentBytes = 0xffff - 16

function segments(profile: Buffer): Buffer[] {
  const count = Math.ceil(profile.length / segmentBytes)
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * segmentBytes, (index + 1) * segmentBytes)
    const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0', 'latin1')
    head.writeUInt16BE(head.length + part.length, 2)
    return Buffer.concat([head, Buffer.from([index + 1, count]), part])
  })
}

const flags = { profile: 0x20, alpha: 0x10 }

/** Says that a profile follows; size and transparency are those of the picture. */
function extended(webp: Buffer): Buffer {
  const bits = webp.readUInt32LE(webpHeadBytes + 9)
  const data = Buffer.alloc(10)
  data[0] = flags.profile | ((bits >>> 28) & 1 ? flags.alpha : 0)
  data.writeUIntLE(bits & 0x3fff, 4, 3)
  data.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3)
  return webpChunk('VP8X', data)
}
