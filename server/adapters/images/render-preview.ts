import { rename, rm } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { limits } from '#contract/limits.ts'
import { paintInks } from './colours/paint-inks.ts'
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

/**
 * A JPEG at most 800 px wide, as browsers show the picture, on white, without metadata but a colour profile. A file that
 * is damaged at its very end, behind 99 % of its rows, counts as whole.
 */
export async function renderPreview(task: PreviewTask, picture: Picture): Promise<Buffer> {
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

async function render(task: PreviewTask, { source, metadata, colours }: Picture, failOn: FailOn): Promise<Buffer> {
  const options = decoderOptions(task, failOn)
  const isInk = metadata.space === 'cmyk'
  const image = isInk
    ? await paintInks({ source, options, metadata, scratch: `${task.target}.icc` }, (inks) => small(inks, metadata))
    : small(inBrowserColours({ source, options, colours }, metadata), metadata)
  const jpeg = await image.flatten({ background: '#ffffff' }).jpeg({ quality: limits.previewQuality }).toBuffer()
  const profile = colours && profileOfChunks(colours)
  return profile ? withProfile(jpeg, profile) : jpeg
}

/** Browsers do not turn a WebP. */
const small = (image: Sharp, { format }: Metadata): Sharp =>
  (format === 'webp' ? image : image.autoOrient()).resize({
    width: limits.previewWidth,
    height: maxHeight,
    fit: 'inside',
    withoutEnlargement: true,
  })

/** Some phones write such files; the picture is whole. */
const harmless = /Invalid SOS parameters for sequential JPEG|extraneous bytes before marker|VipsIcc/

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
): Sharp {
  const isRgb = space === 'srgb' || space === 'rgb16'
  if (!isRgb) return sharp(source, options)
  const hasOwnProfile = icc?.toString('latin1', 16, 20) === 'RGB '
  if (!icc || !hasOwnProfile || overridesProfile(colours)) return sharp(source, { ...options, ignoreIcc: true })
  if (icc.length > longestKeptProfile) return sharp(source, options).withIccProfile('srgb')
  return sharp(source, { ...options, ignoreIcc: true }).keepIccProfile()
}
