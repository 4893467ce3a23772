import { jpegSegment } from './make-exif.ts'

/**
 * A valid progressive grey JPEG whose scans each cover all blocks: a few bytes cost the decoder
 * seconds. At most 64 x 13 scans.
 */
export function makeManyScans({ width = 4000, height = 4000, scans = 640 } = {}): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const parts = [
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc2, frame),
    // One code each, of one bit: no difference (DC), and a run of blocks without a coefficient (AC).
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0xe0])])),
    scan({ band: 0, high: 0, low: 0 }, bits('0'.repeat(blocks))),
  ]
  const runs = Math.ceil(blocks / 32_767)
  const skipAll = bits(`0${'1'.repeat(14)}`.repeat(runs))
  for (let index = 0; index < scans; index++) {
    const band = 1 + (index % 63)
    const low = 12 - Math.floor(index / 63)
    parts.push(scan({ band, high: low === 12 ? 0 : low + 1, low }, skipAll))
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

function scan({ band, high, low }: { band: number; high: number; low: number }, data: Buffer): Buffer {
  const header = Buffer.from([1, 1, 0x00, band, band, (high << 4) | low])
  return Buffer.concat([jpegSegment(0xda, header), data])
}

/** Padded with ones, as JPEG requires, with a zero byte after each byte that could be a marker. */
function bits(text: string): Buffer {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 8) {
    const byte = Number.parseInt(text.slice(at, at + 8).padEnd(8, '1'), 2)
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return Buffer.from(bytes)
}
