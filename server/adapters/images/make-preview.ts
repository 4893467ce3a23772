import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import type { ImageFacts, ImageHead } from '#server/ports/previewer.ts'
import { readExifFacts } from './exif-facts.ts'
import { createHeadReader } from './image-head.ts'
import type { PreviewTask } from './preview-messages.ts'
import { removeLocation } from './remove-location.ts'

/**
 * Runs inside the child process: reads the facts of an image, with a target makes its preview, and at last removes the
 * position from the original if asked to.
 */
export async function runPreviewTask(task: PreviewTask): Promise<ImageFacts> {
  const mimeType = await checkHead(task)
  const metadata = await decoding(() => sharp(task.source, options(task)).metadata())
  const { width, height } = metadata.autoOrient
  const facts = { mimeType, width, height, ...readExifFacts(metadata.exif, new Date(task.now)) }
  if (task.target) await writePreview(task, { metadata, target: task.target })
  if (task.removeLocation) removeLocation(task.source)
  return facts
}

async function checkHead({ source, maxPixels }: PreviewTask): Promise<ImageFacts['mimeType']> {
  const head = await readHead(source)
  if (head.kind !== 'image') throw new AppError('UNSUPPORTED_IMAGE', 'The file is not a JPEG, PNG or WebP image.')
  if (head.size && head.size.width * head.size.height > maxPixels) throw tooLarge(maxPixels)
  return head.mimeType
}

async function readHead(source: string): Promise<ImageHead> {
  await using file = await open(source)
  const reader = createHeadReader()
  const buffer = Buffer.alloc(64 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer)
    const head = reader(buffer.subarray(0, bytesRead))
    if (bytesRead === 0 || head.kind === 'unsupported' || (head.kind === 'image' && head.size)) return head
  }
}

async function writePreview(task: PreviewTask, { metadata, target }: { metadata: Metadata; target: string }) {
  const preview = await decoding(() =>
    inBrowserColours(task, metadata)
      .autoOrient()
      .resize({ width: limits.previewWidth, height: jpegHeightLimit, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: limits.previewQuality })
      .toBuffer(),
  )
  await writeFile(target, preview, { flush: true })
}

const jpegHeightLimit = 65_500

/** More than a profile of a camera or phone ever has; profiles of printers and scanners can have megabytes. */
const longestKeptProfile = 16 * 1024

/**
 * An RGB image hands its profile on: browsers apply it, its colours stay as wide as they are, and converting every
 * pixel to sRGB would cost a fifth of the time. Everything else that has a profile (CMYK, grey) is converted to sRGB.
 */
function inBrowserColours(task: PreviewTask, { icc, space }: Metadata): Sharp {
  const isRgb = space === 'srgb' || space === 'rgb16'
  if (!isRgb) return sharp(task.source, options(task))
  const hasOwnProfile = icc?.toString('latin1', 16, 20) === 'RGB '
  if (!icc || !hasOwnProfile) return sharp(task.source, { ...options(task), ignoreIcc: true })
  if (icc.length > longestKeptProfile) return sharp(task.source, options(task)).withIccProfile('srgb')
  return sharp(task.source, { ...options(task), ignoreIcc: true }).keepIccProfile()
}

const options = ({ maxPixels }: PreviewTask) => ({ limitInputPixels: maxPixels, failOn: 'warning' as const })

/** Whatever sharp says about a file that passed the check of its head, the file is damaged. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('DAMAGED_IMAGE', 'The image is damaged or cannot be decoded.', { cause })
  }
}

const tooLarge = (maxPixels: number) =>
  new AppError('IMAGE_TOO_LARGE', `The image has more pixels than the ${maxPixels / 1_000_000} million allowed.`)
