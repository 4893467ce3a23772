import sharp from 'sharp'
import { exifSegment, exifTags, makeExif, withChunks, withSegments } from '#tests/support/images/make-exif.ts'
import { type ImageSpec, makeImage } from '#tests/support/images/make-image.ts'

/** Images whose colours, orientation or end decoders interpret differently. `few`: one of several of a kind. */
export async function browserCases({ few = false } = {}): Promise<Record<string, Buffer>> {
  return few ? without(await allCases()) : allCases()
}

const repeated = /orientation [1-578]|gamma of 0\.(?:2|4|43|45|46|48|5|8)$|warm|cold/

const without = (cases: Record<string, Buffer>): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(cases).filter(([name]) => !repeated.test(name)))

async function allCases(): Promise<Record<string, Buffer>> {
  return { ...(await jpegs()), ...(await pngs()), ...(await webps()) }
}

const size = { width: 320, height: 240 }
const make = (spec: ImageSpec) => makeImage({ ...size, ...spec })
const orientation = (value: number): Buffer => makeExif({ entries: { [exifTags.orientation]: { short: value } } })

async function jpegs(): Promise<Record<string, Buffer>> {
  const cmyk = await make({ profile: 'cmyk' })
  const plain = await make({ detail: true })
  const long = await make({ width: 64, height: 4_000, detail: true })
  const turned = Array.from({ length: 8 }, (_, index) => [
    `JPEG with orientation ${index + 1}`,
    withSegments(plain, exifSegment(orientation(index + 1))),
  ])
  return {
    JPEG: plain,
    'JPEG with sRGB': await make({ profile: 'srgb' }),
    'JPEG with Display P3': await make({ profile: 'p3' }),
    'JPEG of CMYK with its profile, warm': await make({ profile: 'cmyk', colour: '#c86e50' }),
    'JPEG of CMYK with its profile, cold': await make({ profile: 'cmyk', colour: '#5078a0' }),
    'JPEG of CMYK with its profile, dark': await make({ profile: 'cmyk', colour: '#2a2622' }),
    'JPEG of CMYK without a profile': withoutSegments(cmyk, [0xe2]),
    'JPEG of CMYK without a profile and mark': withoutSegments(cmyk, [0xe2, 0xee]),
    'JPEG in grey': await make({ grey: true }),
    'progressive JPEG': await make({ progressive: true }),
    'JPEG without its end': long.subarray(0, -2),
    'JPEG without its last bytes': long.subarray(0, -40),
    ...Object.fromEntries(turned),
  }
}

async function pngs(): Promise<Record<string, Buffer>> {
  const [png, alpha, palette, deep, grey] = await Promise.all([
    make({ format: 'png' }),
    make({ format: 'png', alpha: true }),
    make({ format: 'png', palette: true }),
    make({ format: 'png', deep: true }),
    make({ format: 'png', grey: true }),
  ])
  const gammas = [0.2, 0.35, 0.4, 0.43, 0.45, 0.4545, 0.46, 0.48, 0.5, 0.55, 0.8, 1, 1.8]
  const srgb: [string, Buffer] = ['sRGB', Buffer.from([0])]
  return {
    PNG: png,
    'PNG with transparency': alpha,
    'PNG with a palette': palette,
    'PNG with 16 bits': deep,
    'PNG in grey': grey,
    'PNG with Display P3': await make({ format: 'png', profile: 'p3' }),
    'PNG with 16 bits and Display P3': await make({ format: 'png', deep: true, profile: 'p3' }),
    'interlaced PNG': await make({ format: 'png', progressive: true }),
    'PNG with EXIF that turns it': withChunks(png, ['eXIf', orientation(6)]),
    'PNG with EXIF that turns it, behind the picture': withChunkBehind(png, ['eXIf', orientation(6)]),
    'PNG without its end': png.subarray(0, -12),
    ...Object.fromEntries(gammas.map((gamma) => [`PNG with a gamma of ${gamma}`, withChunks(png, gAMA(gamma))])),
    'PNG with a gamma and a palette': withChunks(palette, gAMA(1)),
    'PNG with a gamma and transparency': withChunks(alpha, gAMA(1)),
    'PNG in grey with a gamma': withChunks(grey, gAMA(1)),
    'PNG with a gamma and 16 bits': withChunks(deep, gAMA(1)),
    'PNG with a gamma and sRGB': withChunks(png, gAMA(1), srgb),
    'PNG with a gamma and primaries': withChunks(png, gAMA(0.45455), cHRM(wide)),
    'PNG with primaries': withChunks(png, cHRM(wide)),
    'PNG with cICP': withChunks(png, ['cICP', Buffer.from([12, 13, 0, 1])]),
    'PNG with cICP of BT.2020': withChunks(png, ['cICP', Buffer.from([9, 13, 0, 1])]),
  }
}

async function webps(): Promise<Record<string, Buffer>> {
  const webp = await make({ format: 'webp', width: 64, height: 4_000, detail: true })
  const png = await make({ format: 'png', width: 64, height: 4_000, detail: true })
  const lossless = await sharp(png).webp({ lossless: true, effort: 0 }).toBuffer()
  return {
    WebP: webp,
    'WebP without loss': lossless,
    'WebP with transparency': await make({ format: 'webp', alpha: true }),
    'WebP with Display P3': await make({ format: 'webp', profile: 'p3' }),
    'WebP with EXIF that turns it': await make({ format: 'webp', orientation: 6 }),
    'WebP without its last bytes': webp.subarray(0, -20),
    'WebP without loss and its last bytes': lossless.subarray(0, -50),
  }
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(Math.round(value * 100_000))
  return bytes
}

const gAMA = (gamma: number): [string, Buffer] => ['gAMA', number(gamma)]
/** White, red, green and blue as x and y. */
const cHRM = (values: readonly number[]): [string, Buffer] => ['cHRM', Buffer.concat(values.map(number))]
const wide = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]

function withChunkBehind(png: Buffer, [type, data]: [string, Buffer]): Buffer {
  const start = withChunks(png, [type, data])
  const chunk = start.subarray(33, 33 + 12 + data.length)
  return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)])
}

/** Up to the scan. */
function withoutSegments(jpeg: Buffer, markers: readonly number[]): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  for (; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (!markers.includes(jpeg[at + 1] ?? 0)) parts.push(jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2)))
  }
  return Buffer.concat([...parts, jpeg.subarray(at)])
}
