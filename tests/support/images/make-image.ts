import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface ImageSpec {
  readonly format?: 'jpeg' | 'png' | 'webp'
  /** Pixels as stored, before `orientation`. */
  readonly width?: number
  readonly height?: number
  /** A plain colour; without it red, green, blue and yellow quarters, clockwise from the top left. */
  readonly colour?: string
  /** Fine noise over the picture, so that the file has the size of a photo. */
  readonly detail?: boolean
  /** Transparent right half (PNG, WebP). */
  readonly alpha?: boolean
  readonly grey?: boolean
  /** 16 bits per channel (PNG). */
  readonly deep?: boolean
  /** A palette of few colours (PNG). */
  readonly palette?: boolean
  /** Progressive JPEG, interlaced PNG. */
  readonly progressive?: boolean
  /** The colours are converted to this profile and the file contains it. `cmyk` makes a CMYK JPEG. */
  readonly profile?: 'srgb' | 'p3' | 'cmyk'
  /** EXIF orientation, 1 to 8. Comes with an sRGB profile. */
  readonly orientation?: number
  /** EXIF DateTimeOriginal, `2024:05:06 07:08:09`. */
  readonly takenAt?: string
  /** EXIF OffsetTimeOriginal, `+02:00`. */
  readonly offset?: string
  readonly make?: string
  readonly model?: string
  /** Degrees, written to the EXIF GPS block with 1/10000 of a second. */
  readonly position?: { readonly lat: number; readonly lon: number }
  readonly xmp?: string
}

const made = new Map<string, Promise<Buffer>>()

/** A real image file: by default a JPEG of 64 x 48 pixels without metadata. */
export async function makeImage(spec: ImageSpec = {}): Promise<Buffer> {
  if (spec.detail) return encode(spec)
  // Thousands of tests send the same few images.
  const key = JSON.stringify(spec)
  const image = made.get(key) ?? encode(spec)
  made.set(key, image)
  return Buffer.from(Uint8Array.from(await image).buffer)
}

async function encode(spec: ImageSpec): Promise<Buffer> {
  const format = spec.format ?? 'jpeg'
  const picture = await paint(spec)
  let image = sharp(picture.data, { raw: picture.info })
  if (spec.grey) image = image.toColourspace('b-w')
  if (spec.deep) image = image.toColourspace('rgb16')
  if (spec.profile) image = image.withIccProfile(spec.profile)
  const exif = exifOf(spec)
  if (exif) image = image.withExif(exif)
  if (spec.orientation) image = image.withMetadata({ orientation: spec.orientation })
  if (spec.xmp) image = image.withXmp(spec.xmp)
  if (format === 'jpeg') return image.jpeg({ quality: 90, progressive: spec.progressive ?? false }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 90 }).toBuffer()
  return image.png({ progressive: spec.progressive ?? false, palette: spec.palette ?? false }).toBuffer()
}

/** A JPEG of 4032 x 3024 pixels and about 4 MB, like a phone's. */
export const makePhoto = (spec: ImageSpec = {}): Promise<Buffer> =>
  makeImage({ width: 4032, height: 3024, detail: true, ...spec })

/** The first part of a file, by default half of it. */
export const truncate = (bytes: Buffer, share = 0.5): Buffer => bytes.subarray(0, Math.floor(bytes.length * share))

/** Not an image, whatever its name. */
export const textFile = (text = 'Not an image. '): Buffer => Buffer.from(text.repeat(100))

/**
 * A PNG of a few kB that declares 50,000 x 50,000 pixels. `data`: 'none' ends after the header, 'some' has the first of
 * its rows (10 MB when unpacked) and a proper end.
 */
export function makeHugePng({ width = 50_000, height = 50_000, data = 'some' as 'some' | 'none' } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const start = Buffer.concat([pngSignature, pngChunk('IHDR', header)])
  if (data === 'none') return start
  return Buffer.concat([start, pngChunk('IDAT', deflateSync(Buffer.alloc(10_000_000), { level: 9 })), pngEnd])
}

/** A JPEG header that declares a size, without pixels. */
export function makeJpegHead({ width = 60_000, height = 60_000 } = {}): Buffer {
  const bytes = Buffer.from('ffd8ffc0000b080000000001011100', 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

const pngEnd = pngChunk('IEND', Buffer.alloc(0))

async function paint(spec: ImageSpec) {
  const { width = 64, height = 48 } = spec
  const quarters = () =>
    sharp(Buffer.from(quarterColours), { raw: { width: 2, height: 2, channels: 3 } }).resize(width, height, {
      kernel: 'nearest',
      fit: 'fill',
    })
  let picture = spec.colour
    ? sharp({ create: { width, height, channels: 3, background: spec.colour } })
    : asRaw(await quarters().raw().toBuffer({ resolveWithObject: true }))
  if (spec.detail) picture = picture.composite([{ ...(await noise(width, height)), blend: 'overlay' }]).removeAlpha()
  if (!spec.alpha) return picture.raw().toBuffer({ resolveWithObject: true })
  const half = await sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: '#fff' } })
    .extend({ right: Math.floor(width / 2), background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const opaque = asRaw(await picture.raw().toBuffer({ resolveWithObject: true }))
  return opaque.joinChannel(half.data, { raw: half.info }).raw().toBuffer({ resolveWithObject: true })
}

const quarterColours = [220, 30, 30, 30, 180, 60, 30, 60, 220, 230, 210, 40]

interface Pixels {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 }
}
const asRaw = ({ data, info }: Pixels) => sharp(data, { raw: info })

async function noise(width: number, height: number) {
  const coarse = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    channels: 3 as const,
    background: '#888',
  }
  const grain = sharp({ create: { ...coarse, noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
  const small = asRaw(await grain.raw().toBuffer({ resolveWithObject: true }))
  const { data, info } = await small.resize(width, height, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: info }
}

function exifOf(spec: ImageSpec) {
  const { make, model, takenAt, offset, position } = spec
  const image = {
    ...(make && { Make: make }),
    ...(model && { Model: model }),
  }
  const photo = {
    ...(takenAt && { DateTimeOriginal: takenAt }),
    ...(offset && { OffsetTimeOriginal: offset }),
  }
  const gps = position && {
    GPSLatitudeRef: position.lat < 0 ? 'S' : 'N',
    GPSLatitude: sexagesimal(position.lat),
    GPSLongitudeRef: position.lon < 0 ? 'W' : 'E',
    GPSLongitude: sexagesimal(position.lon),
  }
  const given = [image, photo, gps ?? {}].some((directory) => Object.keys(directory).length > 0)
  return given ? { IFD0: image, IFD2: photo, ...(gps && { IFD3: gps }) } : undefined
}

function sexagesimal(degrees: number): string {
  const units = Math.round(Math.abs(degrees) * 36_000_000)
  return `${Math.floor(units / 36_000_000)}/1 ${Math.floor(units / 600_000) % 60}/1 ${units % 600_000}/10000`
}
