import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { convertCmyk } from './convert-cmyk.ts'
import { type ColourChunks, overridesProfile, profileOfChunks } from './png-colours.ts'

/** What is to be shown, and what is known of it. */
export interface Picture {
  readonly source: string
  readonly metadata: Metadata
  /** See `Found`. */
  readonly colours: ColourChunks | undefined
}

/** Pixels, and the profile that says what they mean; without one they are sRGB. */
export interface Painted {
  readonly image: Sharp
  readonly profile?: Buffer | 'srgb' | undefined
}

interface Painting {
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
