type Size = Pick<DOMRectReadOnly, 'width' | 'height'>

/** As a decoder leaves them. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

type Picture = ImageBitmap | HTMLImageElement | Pixels
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

function draw(context: Context | null, picture: Picture, { width, height }: Size): void {
  if (!context) throw new Error('no 2d context')
  if ('data' in picture) {
    context.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0)
    return
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  if ('close' in picture) picture.close()
}

const type = 'image/jpeg'

const fitting = ({ width, height }: Size, maxSide: number): Size => {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Where workers have a canvas, in a worker as well as in the page. Pixels keep their size. */
export async function drawJpeg(
  picture: Picture,
  { maxSide = Number.POSITIVE_INFINITY, quality = 0.92 } = {},
): Promise<Blob> {
  const size = fitting(picture, maxSide)
  const { width, height } = size
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture, size)
    return canvas.convertToBlob({ type, quality })
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  draw(canvas.getContext('2d'), picture, size)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality)
  })
}
