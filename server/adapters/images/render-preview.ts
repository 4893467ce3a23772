import { rename, rm } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { limits } from '#contract/limits.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import { analysePixels } from './analyse-pixels.ts'
import { convertCmyk } from './colours/convert-cmyk.ts'
import { type ColourChunks, overridesProfile, profileOfChunks } from './colours/png-colours.ts'
import { withProfile } from './colours/rgb-profile.ts'
import { completed } from './complete-image.ts'
import type { PreviewTask } from './preview-messages.ts'

/** JPEG's own limit, for very tall images. */
const maxHeight = 65_500

/** How much may be wrong with a file: `warning` nothing that libjpeg notices, `error` nothing that loses pixels, `none` anything. */
type FailOn = 'warning' | 'error' | 'none'

export const decoderOptions = ({ maxPixels }: PreviewTask, failOn: FailOn): SharpOptions => ({
  limitInputPixels: maxPixels,
  failOn,
})

/** What is to be shown, and what is known of it. */
export interface Picture {
  readonly source: string
  readonly metadata: Metadata
  /** See `Found`. */
  readonly colours: ColourChunks | undefined
}

export interface RenderedPreview {
  readonly jpeg: Buffer
  readonly imageAnalysis: ImageAnalysis
}

/**
 * A JPEG at most 800 px wide, as browsers show the picture, on white, without metadata but a colour profile. A file that
 * is damaged at its very end, behind 99 % of its rows, counts as whole.
 */
export async function renderPreview(task: PreviewTask, picture: Picture): Promise<RenderedPreview> {
  try {
    return await render(task, picture, 'warning')
  } catch (error) {
    if (isHarmless(error)) return render(task, picture, 'error')
    const scratch = `${picture.source}.end`
    try {
      const source = await completed(picture, { scratch, options: decoderOptions(task, 'warning') })
      if (source === undefined) throw error
      const preview = await render(task, { ...picture, source }, 'none')
      // Browsers do not show a WebP that was cut off at all.
      if (picture.metadata.format === 'webp' && task.remove) await rename(source, picture.source)
      return preview
    } finally {
      await rm(scratch, { force: true })
    }
  }
}

async function render(task: PreviewTask, picture: Picture, failOn: FailOn): Promise<RenderedPreview> {
  const { image, profile } = await painted(task, picture, decoderOptions(task, failOn))
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const encoder = sharp(data, { raw: { width, height, channels } }).jpeg({ quality: limits.previewQuality })
  if (profile === 'srgb') encoder.withIccProfile('srgb')
  const jpeg = await encoder.toBuffer()
  // Before they are encoded: to decode the preview again would cost a twentieth of the time.
  const imageAnalysis = analysePixels({ data, width, height, channels })
  release(data)
  return { jpeg: Buffer.isBuffer(profile) ? withProfile(jpeg, profile) : jpeg, imageAnalysis }
}

/** Frees a large buffer of sharp now: V8 sees only a small object, and would let dozens of them wait. */
function release({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.detached === false) buffer.transfer(0)
}

/** Pixels, and the profile that says what they mean; without one they are sRGB. */
interface Painted {
  readonly image: Sharp
  readonly profile?: Buffer | 'srgb' | undefined
}

async function painted(task: PreviewTask, picture: Picture, options: SharpOptions): Promise<Painted> {
  const { source, metadata, colours } = picture
  const ofChunks = colours && profileOfChunks(colours)
  if (metadata.space === 'cmyk') {
    const scratch = `${task.target ?? source}.icc`
    const image = await convertCmyk({ source, options, metadata, scratch }, (inks) => small(inks, metadata))
    return { image, profile: ofChunks }
  }
  const { image, profile } = inBrowserColours({ source, options, colours }, metadata)
  return { image: small(image, metadata), profile: ofChunks ?? profile }
}

/** Browsers ignore the orientation of a WebP. */
const small = (image: Sharp, { format }: Metadata): Sharp =>
  (format === 'webp' ? image : image.autoOrient()).resize({
    width: limits.previewWidth,
    height: maxHeight,
    fit: 'inside',
    withoutEnlargement: true,
  })

/** Some phones and programs write such files; the picture is whole. */
const harmless =
  /Invalid SOS parameters for sequential JPEG|extraneous bytes before marker|unknown JFIF revision number|Unknown Adobe color transform code|VipsIcc/

const isHarmless = (error: unknown): boolean =>
  error instanceof Error && error.message.split('\n').every((line) => harmless.test(line))

/** More than a profile of a camera or phone ever has; profiles of printers and scanners can have megabytes. */
const longestKeptProfile = 16 * 1024

/**
 * An RGB image hands its profile on: browsers apply it, its colours stay as wide as they are, and converting every
 * pixel to sRGB would cost a fifth of the time. Grey with a profile is converted to sRGB.
 */
function inBrowserColours(
  { source, options, colours }: { source: string; options: SharpOptions; colours: Picture['colours'] },
  { icc, space }: Metadata,
): Painted {
  const isRgb = space === 'srgb' || space === 'rgb16'
  if (!isRgb) return { image: sharp(source, options) }
  const asStored = sharp(source, { ...options, ignoreIcc: true })
  const hasOwnProfile = icc?.toString('latin1', 16, 20) === 'RGB '
  if (!icc || !hasOwnProfile || overridesProfile(colours)) return { image: asStored }
  if (icc.length > longestKeptProfile) {
    return { image: sharp(source, options).withIccProfile('srgb'), profile: 'srgb' }
  }
  return { image: asStored, profile: icc }
}
