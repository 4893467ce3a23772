import { drawJpeg } from './convert/draw-jpeg.ts'

const width = 480

/** For browsers whose workers have no canvas. Rejects when the browser cannot read the picture. */
export async function thumbnailInPage(file: File): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const maxSide = width * Math.max(1, image.naturalHeight / image.naturalWidth)
    return await drawJpeg(image, { maxSide, quality: 0.8 })
  } finally {
    URL.revokeObjectURL(url)
  }
}
