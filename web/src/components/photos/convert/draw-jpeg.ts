/** Pixels as a decoder leaves them. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

function draw(context: Context | null, picture: ImageBitmap | Pixels): void {
  if (!context) throw new Error('no 2d context')
  if ('data' in picture) {
    context.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0)
    return
  }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(picture, 0, 0)
  picture.close()
}

const type = 'image/jpeg'
const quality = 0.92

/** Where workers have a canvas, in a worker as well as in the page. */
export async function drawJpeg(picture: ImageBitmap | Pixels): Promise<Blob> {
  const { width, height } = picture
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture)
    return canvas.convertToBlob({ type, quality })
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  draw(canvas.getContext('2d'), picture)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality)
  })
}
