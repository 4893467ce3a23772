import { statSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '#server/domain/errors.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'
import { averageBlocks, pixelRegion } from '#server/domain/images/redaction.ts'
import { scratchOf } from '#server/domain/images/scratch-files.ts'
import type { ImageFacts, PreviewJob } from '#server/ports/previewer.ts'
import { inBrowserColours, type Picture } from './colours/browser-colours.ts'
import { embedProfile } from './colours/embed-profile.ts'
import { cleanOriginal, cutTrailer, inspectOriginal } from './metadata/clean-original.ts'
import { readFacts } from './metadata/exif-facts.ts'
import type { Found, KeptContent } from './metadata/found.ts'
import { writeWithEnd } from './metadata/repair-end.ts'
import type { PreviewTask } from './preview-messages.ts'
import { decoderOptions, renderPreview, upright } from './render-preview.ts'

const mimeTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

/**
 * Runs inside the child process: removes what does not belong in the original if asked to, reads the facts, and
 * with a target makes the preview; `analyse` alone writes nothing. The metadata comes first: the decoder never sees what is hostile in it, and a damaged
 * image that came by a migration is served without a position all the same.
 */
export async function runPreviewTask(task: PreviewTask): Promise<ImageFacts> {
  const { redact, ...rest } = task
  if (redact) {
    await decoding(() => redactImage(task, redact))
    return runPreviewTask({ ...rest, source: redact.target })
  }
  const found = cleaned(task)
  if (task.target || task.analyse) checkComplexity(found)
  const metadata = await decoding(() => metadataOf(task))
  // Browsers do not turn a WebP.
  const { width, height } = metadata.format === 'webp' ? metadata : metadata.autoOrient
  const mimeType = mimeTypes[metadata.format as keyof typeof mimeTypes]
  const facts = readFacts(found, new Date(task.now))
  const { source } = task
  const imageAnalysis = await lookAt(task, { source, metadata, colours: found.colours })
  const location = task.remove?.location && { exifLocation: null }
  return { mimeType, width, height, fileSize: statSync(source).size, ...facts, ...location, imageAnalysis }
}

async function lookAt(task: PreviewTask, picture: Picture): Promise<ImageAnalysis | undefined> {
  if (task.target === undefined && !task.analyse) return undefined
  const { jpeg, imageAnalysis } = await decoding(() => renderPreview(task, picture))
  // Its durability is the caller's: the next image is decoded while the disk writes.
  if (task.target !== undefined) writeFileSync(task.target, jpeg)
  return imageAnalysis
}

function cleaned({ source, target, remove, keepsPlaceNames }: PreviewTask): Found {
  const kept: KeptContent = { placeNames: keepsPlaceNames, trailers: remove?.trailers === false }
  if (remove?.location) return cleanOriginal(source, { ...kept, isDraft: target !== undefined })
  const found = inspectOriginal(source, kept)
  if (remove?.trailers) cutTrailer(source, found)
  return found
}

/** The WebP decoder refuses truncated files. */
async function metadataOf(task: PreviewTask): Promise<Metadata> {
  const read = (path: string) => sharp(path, decoderOptions(task, 'error')).metadata()
  try {
    return await read(task.source)
  } catch (error) {
    const scratch = scratchOf(task.source, '.end')
    try {
      if (!task.isAlone || !task.target || !writeWithEnd(task.source, scratch)) throw error
      return await read(scratch)
    } finally {
      await rm(scratch, { force: true })
    }
  }
}

function checkComplexity({ tooMany }: Found): void {
  if (!tooMany) return
  throw new AppError('IMAGE_TOO_COMPLEX', `The image has more than the ${tooMany.limit} ${tooMany.what} allowed.`)
}

/** The file has passed the check of its header: any error of sharp means that it is damaged. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('DAMAGED_IMAGE', 'The image is damaged or cannot be decoded.', { cause })
  }
}

/**
 * Encodes in the image's own format. Without subsampling a block of one colour stays one colour in a JPEG; in a WebP
 * only without loss, because its decoder smooths the edges of blocks. With the least effort that takes a second for
 * 12 MP instead of nine, and no more bytes.
 */
const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ lossless: true, effort: 0, quality: 1 }),
}

/** Writes the image as it is shown, with its colour profile and no other metadata, its regions averaged in blocks (D72). */
async function redactImage(task: PreviewTask, redact: NonNullable<PreviewJob['redact']>): Promise<void> {
  const options = decoderOptions(task, 'none')
  const metadata = await sharp(task.source, options).metadata()
  const { colours } = inspectOriginal(task.source, { placeNames: true })
  const { image, profile } = await inBrowserColours(
    { source: task.source, metadata, colours },
    {
      options,
      scratch: scratchOf(redact.target, '.icc'),
      shape: (each) => upright(each, metadata),
      longestProfile: Number.POSITIVE_INFINITY,
    },
  )
  const { data, info } = await image.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const region of redact.regions) averageBlocks({ data, width, channels }, pixelRegion(region, { width, height }))
  const [encode, embed] = [encoders[metadata.format], embedProfile[metadata.format]]
  if (!encode || !embed) throw new Error(`There is no encoder for ${metadata.format}`)
  const encoded = await encode(sharp(data, { raw: { width, height, channels } })).toBuffer()
  await writeFile(redact.target, Buffer.isBuffer(profile) ? embed(encoded, profile) : encoded)
}
