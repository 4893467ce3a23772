import { rm, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { codedPrimaries, codedTransfers, srgb, srgbProfile } from './known-spaces.ts'
import { type Chromaticities, primariesOf } from './primaries.ts'
import { type RgbSpace, rgbProfile } from './rgb-profile.ts'

/** What is to be shown, and what is known of it. */
export interface Picture {
  readonly source: string
  readonly metadata: Metadata
  /** See `Found`. */
  readonly colours: ColourChunks | undefined
}

/** Pixels, and the profile that says what they mean; without one they are sRGB. */
interface Painted {
  readonly image: Sharp
  readonly profile?: Buffer | 'srgb' | undefined
}

export interface Painting {
  readonly options: SharpOptions
  /** The folder for a temporary file. */
  readonly scratch: string
  /** Turns and scales the picture. */
  readonly shape: (image: Sharp) => Sharp
  /** Bytes; the colours are converted to sRGB instead of handing a longer profile on. */
  readonly longestProfile: number
}

/** A picture with the colours that browsers show. */
export async function inBrowserColours(picture: Picture, painting: Painting): Promise<Painted> {
  const { source, metadata, colours } = picture
  const { options, scratch, shape } = painting
  const ofChunks = colours && profileOfChunks(colours)
  if (metadata.space === 'cmyk') {
    return { image: await convertCmyk({ source, options, metadata, scratch }, shape), profile: ofChunks }
  }
  const { image, profile } = withOwnProfile(picture, painting)
  return { image: shape(image), profile: ofChunks ?? profile }
}

/**
 * An RGB image hands its profile on: browsers apply it, its colours stay as wide as they are, and converting every
 * pixel to sRGB would cost a fifth of the time. Grey with a profile is converted to sRGB.
 */
function withOwnProfile(
  { source, colours, metadata: { icc, space } }: Picture,
  { options, longestProfile }: Painting,
): Painted {
  const isRgb = space === 'srgb' || space === 'rgb16'
  if (!isRgb) return { image: sharp(source, options) }
  const asStored = sharp(source, { ...options, ignoreIcc: true })
  const hasOwnProfile = icc?.toString('latin1', 16, 20) === 'RGB '
  if (!icc || !hasOwnProfile || overridesProfile(colours)) return { image: asStored }
  if (icc.length > longestProfile) {
    return { image: sharp(source, options).withIccProfile('srgb'), profile: 'srgb' }
  }
  return { image: asStored, profile: icc }
}

type InkImage = Omit<Picture, 'colours'> & Pick<Painting, 'options' | 'scratch'>

/**
 * A CMYK image in sRGB as browsers show it: by its profile, without the black point being moved, as sharp's own profile
 * of sRGB would demand; without a profile, what each ink leaves of the light is multiplied.
 */
async function convertCmyk(input: InkImage, small: (image: Sharp) => Sharp): Promise<Sharp> {
  const { source, options, metadata, scratch } = input
  const inks = small(
    sharp(source, { ...options, ignoreIcc: true })
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk'),
  )
  try {
    if (metadata.icc?.toString('latin1', 16, 20) === 'CMYK') {
      await writeFile(scratch, srgbProfile())
      inks.withIccProfile(scratch)
    }
    const { data, info } = await inks.raw().toBuffer({ resolveWithObject: true })
    // A profile that cannot be used leaves four channels.
    const rgb = info.channels === 4 ? multiplyInks(data) : data
    return sharp(rgb, { raw: { width: info.width, height: info.height, channels: 3 } })
  } finally {
    await rm(scratch, { force: true })
  }
}

function multiplyInks(data: Buffer): Buffer {
  const rgb = Buffer.alloc((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0)
    for (let ink = 0; ink < 3; ink++) rgb[to++] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255)
  }
  return rgb
}

/** Chunks of a PNG before its picture that say what its samples mean, by type. */
type ColourChunks = ReadonlyMap<string, Buffer>

/**
 * The colour profile that browsers derive from the chunks: of cICP, else of an embedded profile, else sRGB, else of gAMA,
 * with cHRM or the primaries of sRGB. undefined for sRGB, for an embedded profile and for what cannot be expressed.
 */
function profileOfChunks(chunks: ColourChunks): Buffer | undefined {
  const space = chunks.has('cICP') ? ofCodes(chunks.get('cICP')) : ofGamma(chunks)
  return space && rgbProfile(space)
}

/** Whether the samples mean something else than what an embedded profile says. */
const overridesProfile = (chunks: ColourChunks | undefined): boolean =>
  chunks !== undefined && ofCodes(chunks.get('cICP')) !== undefined

/** Primaries, transfer, matrix, whether the range is full. */
function ofCodes(data: Buffer | undefined): RgbSpace | undefined {
  if (data?.length !== 4 || data[2] !== 0 || data[3] !== 1) return undefined
  const [place, light] = [codedPrimaries[data[0] ?? 0], codedTransfers[data[1] ?? 0]]
  return place && light && spaceOf(place, light)
}

/** sRGB is made with 1/2.2; browsers take what is near for it. */
const isUsual = (gamma: number): boolean => Math.abs(gamma - 0.45455) <= 0.02

function ofGamma(chunks: ColourChunks): RgbSpace | undefined {
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined
  const [gamma] = numbers(chunks.get('gAMA'))
  if (gamma === undefined || gamma < 0.02 || gamma > 5) return undefined
  const place = chromaticities(chunks.get('cHRM')) ?? srgb
  if (isSrgb(place) && isUsual(gamma)) return undefined
  return spaceOf(place, (sample) => sample ** (1 / gamma))
}

function chromaticities(data: Buffer | undefined): Chromaticities | undefined {
  const values = numbers(data)
  if (values.length !== 8) return undefined
  const at = (index: number) => ({ x: values[index] ?? 0, y: values[index + 1] ?? 0 })
  return { white: at(0), red: at(2), green: at(4), blue: at(6) }
}

const isSrgb = (place: Chromaticities): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every(
    (name) => Math.abs(place[name].x - srgb[name].x) < 0.002 && Math.abs(place[name].y - srgb[name].y) < 0.002,
  )

/** Fractions of 100,000. */
const numbers = (data: Buffer | undefined): number[] =>
  Array.from({ length: Math.floor((data?.length ?? 0) / 4) }, (_, index) => (data?.readUInt32BE(index * 4) ?? 0) / 1e5)

function spaceOf(place: Chromaticities, light: RgbSpace['light']): RgbSpace | undefined {
  const found = primariesOf(place)
  return found && { primaries: found, light }
}
