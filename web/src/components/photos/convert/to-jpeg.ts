import { askWorker, untilLoaded } from '#web/components/ask-worker.ts'
import { drawJpeg } from './draw-jpeg.ts'
import { exifOf, setUpright, withExif } from './exif.ts'
import type { DecodedHeif } from './heif-worker.ts'

const decodedByLibheif = untilLoaded(
  askWorker<File, DecodedHeif | undefined>(
    () => new Worker(new URL('./heif-worker.ts', import.meta.url), { type: 'module' }),
  ),
)

async function decoded(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap) return drawJpeg(bitmap)
  const own = await decodedByLibheif(file)
  if (own === null) throw new Error('cannot be decoded')
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
