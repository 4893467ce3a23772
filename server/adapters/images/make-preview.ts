import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { AppError } from '#server/errors.ts'
import type { ImageFacts, ImageHead } from '#server/ports/previewer.ts'
import { createHeadReader } from './image-head.ts'
import { createMemoryGate } from './memory-gate.ts'
import { readExifFacts } from './metadata/exif-facts.ts'
import { removeLocation } from './metadata/remove-location.ts'
import type { PreviewTask } from './preview-messages.ts'
import { decoderOptions, renderPreview } from './render-preview.ts'

/**
 * Runs inside the child process: reads the facts of an image, with a target makes its preview, and at last removes the
 * position from the original if asked to.
 */
export async function runPreviewTask(task: PreviewTask): Promise<ImageFacts> {
  try {
    const mimeType = await checkHead(task)
    const metadata = await decoding(() => sharp(task.source, decoderOptions(task, 'error')).metadata())
    const { width, height } = metadata.autoOrient
    const exif = readExifFacts(metadata.exif, new Date(task.now))
    if (task.target) {
      const preview = await decoding(() => memoryGate(memoryFor(metadata), () => renderPreview(task, metadata)))
      await writeFile(task.target, preview, { flush: true })
    }
    return { mimeType, width, height, ...exif, ...(task.removeLocation && { exifLocation: null }) }
  } finally {
    // A damaged image that came by a migration is served all the same.
    if (task.removeLocation) removeLocation(task.source)
  }
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

/** Three images of 100 million pixels at once would need up to 2.7 GB. */
const memoryGate = createMemoryGate(256 * 1024 * 1024)

/** Bytes that decoding needs at once. Most images are decoded line by line; progressive and interlaced ones are not. */
function memoryFor({ width, height, channels, depth, isProgressive }: Metadata): number {
  return isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0
}

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
