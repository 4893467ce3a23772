import { drawJpeg } from './draw-jpeg.ts'
import { exifOfJpeg } from './jpeg-exif.ts'
import { setUpright, withExif } from './with-exif.ts'

/** Pixels of the longer side (D67). */
export const smallerPixels = 2_560
const quality = 0.85

/** A smaller JPEG, upright and with its EXIF data; undefined for a file that is not a JPEG, is small already or cannot be read. */
export async function shrink(file: File): Promise<File | undefined> {
  if (file.type !== 'image/jpeg') return undefined
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  if (Math.max(bitmap.width, bitmap.height) <= smallerPixels) return void bitmap.close()
  const [drawn, exif] = [await drawJpeg(bitmap, { maxSide: smallerPixels, quality }), await exifOfJpeg(file)]
  if (exif) setUpright(exif)
  const jpeg = exif ? withExif(drawn, exif) : drawn
  if (jpeg.size >= file.size) return undefined
  return new File([jpeg], file.name, { type: file.type, lastModified: file.lastModified })
}
