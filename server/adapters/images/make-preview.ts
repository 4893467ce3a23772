import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError } from '#server/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import { readExifFacts } from './metadata/exif-facts.ts'
import { removeLocation } from './metadata/remove-location.ts'
import type { PreviewTask } from './preview-messages.ts'
import { decoderOptions, renderPreview } from './render-preview.ts'

const mimeTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

/**
 * Runs inside the child process: reads the facts of an image, with a target makes its preview, and at last removes the
 * position from the original if asked to.
 */
export async function runPreviewTask(task: PreviewTask): Promise<ImageFacts> {
  try {
    const metadata = await decoding(() => sharp(task.source, decoderOptions(task, 'error')).metadata())
    const { width, height } = metadata.autoOrient
    const mimeType = mimeTypes[metadata.format as keyof typeof mimeTypes]
    const exif = readExifFacts(metadata.exif, new Date(task.now))
    if (task.target) {
      const preview = await decoding(() => renderPreview(task, metadata))
      await writeFile(task.target, preview, { flush: true })
    }
    return { mimeType, width, height, ...exif, ...(task.removeLocation && { exifLocation: null }) }
  } finally {
    // A damaged image that came by a migration is served all the same.
    if (task.removeLocation) removeLocation(task.source)
  }
}

/** Whatever sharp says about a file that passed the check of its head, the file is damaged. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('DAMAGED_IMAGE', 'The image is damaged or cannot be decoded.', { cause })
  }
}
