import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { limits } from '#contract/limits.ts'
import type { PreviewTask } from './preview-messages.ts'

/** JPEG's own limit, for very tall images. */
const maxHeight = 65_500

/** How much may be wrong with a file: `warning` nothing that libjpeg notices, `error` nothing that loses pixels. */
type FailOn = 'warning' | 'error'

export const decoderOptions = ({ maxPixels }: PreviewTask, failOn: FailOn): SharpOptions => ({
  limitInputPixels: maxPixels,
  failOn,
})

/** A JPEG at most 800 px wide, as the camera was held, on white, without metadata but a colour profile. */
export async function renderPreview(task: PreviewTask, metadata: Metadata): Promise<Buffer> {
  const render = (failOn: FailOn) =>
    inBrowserColours({ source: task.source, options: decoderOptions(task, failOn) }, metadata)
      .autoOrient()
      .resize({ width: limits.previewWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: limits.previewQuality })
      .toBuffer()
  try {
    return await render('warning')
  } catch (error) {
    if (!isHarmless(error)) throw error
    return render('error')
  }
}

/** Some phones write such files; the picture is whole. */
const harmless = /Invalid SOS parameters for sequential JPEG|extraneous bytes before marker|VipsIcc/

const isHarmless = (error: unknown): boolean =>
  error instanceof Error && error.message.split('\n').every((line) => harmless.test(line))

/** More than a profile of a camera or phone ever has; profiles of printers and scanners can have megabytes. */
const longestKeptProfile = 16 * 1024

/**
 * An RGB image hands its profile on: browsers apply it, its colours stay as wide as they are, and converting every
 * pixel to sRGB would cost a fifth of the time. Everything else that has a profile (CMYK, grey) is converted to sRGB.
 */
function inBrowserColours(
  { source, options }: { source: string; options: SharpOptions },
  { icc, space }: Metadata,
): Sharp {
  const isRgb = space === 'srgb' || space === 'rgb16'
  if (!isRgb) return sharp(source, options)
  const hasOwnProfile = icc?.toString('latin1', 16, 20) === 'RGB '
  if (!icc || !hasOwnProfile) return sharp(source, { ...options, ignoreIcc: true })
  if (icc.length > longestKeptProfile) return sharp(source, options).withIccProfile('srgb')
  return sharp(source, { ...options, ignoreIcc: true }).keepIccProfile()
}
