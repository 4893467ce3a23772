import { rm } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { limits } from '#contract/limits.ts'
import { gammaProfile, withProfile } from './gamma-profile.ts'
import { writeWithEnd } from './metadata/repair-end.ts'
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
  readonly gamma: number | undefined
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
    return renderWithEnd(task, picture, error)
  }
}

async function renderWithEnd(task: PreviewTask, picture: Picture, error: unknown): Promise<Buffer> {
  const copy = `${task.target}.end`
  try {
    const source = writeWithEnd(picture.source, copy) ? copy : picture.source
    if (!(await decodesNearlyWhole({ ...picture, source }, task))) throw error
    return await render(task, { ...picture, source }, 'none')
  } finally {
    await rm(copy, { force: true })
  }
}

/** Decodes all but the last rows, and nothing of them. */
async function decodesNearlyWhole({ source, metadata }: Picture, task: PreviewTask): Promise<boolean> {
  const { width, height } = metadata
  const rows = Math.max(1, Math.floor(height * 0.99))
  try {
    await sharp(source, decoderOptions(task, 'warning'))
      .extract({ left: 0, top: 0, width, height: rows })
      .resize({ width: 64, height: 64, fit: 'fill' })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}

async function render(task: PreviewTask, picture: Picture, failOn: FailOn): Promise<Buffer> {
  const { metadata, source, gamma } = picture
  const input = { source, options: decoderOptions(task, failOn) }
  const isPlainCmyk = metadata.space === 'cmyk' && !metadata.icc
  const small = (image: Sharp) =>
    (metadata.format === 'webp' ? image : image.autoOrient()).resize({
      width: limits.previewWidth,
      height: maxHeight,
      fit: 'inside',
      withoutEnlargement: true,
    })
  const image = isPlainCmyk ? await asBrowsersMixInk(input, small) : small(inBrowserColours(input, metadata))
  const jpeg = await image.flatten({ background: '#ffffff' }).jpeg({ quality: limits.previewQuality }).toBuffer()
  return gamma && isUnusual(gamma) ? withProfile(jpeg, gammaProfile(gamma)) : jpeg
}

/** sRGB is made with 1/2.2; browsers take what is near for it. */
const isUnusual = (gamma: number): boolean => gamma > 0.02 && gamma < 5 && Math.abs(gamma - 0.45455) > 0.02

/** Ink without a profile: what each ink leaves of the light is multiplied. */
async function asBrowsersMixInk(
  { source, options }: { source: string; options: SharpOptions },
  small: (image: Sharp) => Sharp,
): Promise<Sharp> {
  const image = sharp(source, { ...options, ignoreIcc: true }).pipelineColourspace('cmyk')
  const { data, info } = await small(image).toColourspace('cmyk').raw().toBuffer({ resolveWithObject: true })
  const rgb = Buffer.alloc(info.width * info.height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0)
    for (let ink = 0; ink < 3; ink++) rgb[to++] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255)
  }
  return sharp(rgb, { raw: { width: info.width, height: info.height, channels: 3 } })
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
