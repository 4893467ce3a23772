import { cleanIptc } from './clean-iptc.ts'
import type { KeptContent } from './found.ts'
import type { Replacement } from './pieces.ts'

/**
 * Resources that stay: resolution, print settings, quality, whether there are rights and where, angles, colour profile,
 * alpha names, digest of IPTC. Not here: thumbnails, paths, XMP and EXIF, which have a place of their own.
 */
const keptResources = new Set([
  ...[0x03ed, 0x03f3, 0x03f5, 0x03f8, 0x03fd, 0x0400, 0x0402, 0x0406, 0x0408, 0x040a, 0x040b, 0x040d, 0x040f, 0x0411],
  ...[0x0414, 0x0419, 0x041a, 0x041e, 0x0421, 0x0425, 0x0426, 0x0428, 0x043a, 0x043b, 0x2710],
])
const iptcResource = 0x0404

/** Leaves of Photoshop's resources those listed; what follows the last readable one goes. */
export function cleanPhotoshop(content: Buffer, kept: KeptContent): Replacement {
  const resources: Buffer[] = []
  let changed = false
  let at = 0
  while (content.toString('latin1', at, at + 4) === '8BIM') {
    const end = endOf(content, at)
    if (!end || end.data > content.length) break
    const whole = content.subarray(at, Math.min(content.length, end.padded))
    const resource = cleanResource(whole, { end, at, kept })
    if (resource !== 'same') changed = true
    if (resource) resources.push(resource === 'same' ? whole : resource)
    at = end.padded
  }
  if (at < content.length && content.subarray(at).some((byte) => byte !== 0)) changed = true
  if (!changed) return 'same'
  return resources.length === 0 ? undefined : Buffer.concat(resources)
}

interface End {
  readonly start: number
  readonly data: number
  readonly padded: number
}

/** `8BIM`, its number, a padded name with its length before it, the length of the data, the data. */
function endOf(content: Buffer, at: number): End | undefined {
  const start = at + 6 + 2 * Math.ceil(((content[at + 6] ?? 0) + 1) / 2) + 4
  if (start > content.length) return undefined
  const data = start + content.readUInt32BE(start - 4)
  return { start, data, padded: data + ((data - start) % 2) }
}

function cleanResource(whole: Buffer, { end, at, kept }: { end: End; at: number; kept: KeptContent }): Replacement {
  const id = whole.readUInt16BE(4)
  if (id !== iptcResource) return keptResources.has(id) ? 'same' : undefined
  const head = Buffer.from(whole.subarray(0, end.start - at))
  const data = cleanIptc(whole.subarray(end.start - at, end.data - at), kept)
  if (!data || data === 'same') return data
  head.writeUInt32BE(data.length, head.length - 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
