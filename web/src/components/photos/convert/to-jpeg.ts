import { askWorker } from '#web/components/ask-worker.ts'
import { drawJpeg } from './draw-jpeg.ts'
import { exifOf, setUpright, withExif } from './exif.ts'
import type { DecodedHeif } from './heif-worker.ts'

const decodedByWorker = askWorker<File, DecodedHeif>(
  () => new Worker(new URL('./heif-worker.ts', import.meta.url), { type: 'module' }),
)

/** The decoder loads with the first photo: without a connection that waits for one. */
async function decodedOnline(file: File): Promise<DecodedHeif> {
  const own = await decodedByWorker(file)
  if (own !== undefined || navigator.onLine) return own
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  return decodedOnline(file)
}

async function decoded(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap) return drawJpeg(bitmap)
  const own = await decodedOnline(file)
  if (own === undefined) throw new Error('cannot be decoded')
  return own instanceof Blob ? own : drawJpeg(own)
}

const jpegName = (name: string): string => `${name.replace(/\.(heic|heif|hif|avif)$/i, '')}.jpg`

/** A HEIC or AVIF photo as JPEG, upright, with its EXIF data. Rejects when it cannot be decoded (D67). */
export async function toJpeg(file: File): Promise<File> {
  const [jpeg, exif] = [await decoded(file), await exifOf(file)]
  const options = { type: 'image/jpeg', lastModified: file.lastModified }
  if (!exif) return new File([jpeg], jpegName(file.name), options)
  try {
    setUpright(exif)
  } catch {
    // Without a readable first directory there is no orientation to correct.
  }
  return new File([withExif(jpeg, exif)], jpegName(file.name), options)
}
