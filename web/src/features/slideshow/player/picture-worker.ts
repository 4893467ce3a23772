/// <reference lib="webworker" />
// Decodes one photo after another, away from the page: scaling down 12 megapixels takes a slow machine a second, during
// which no key would work and every fade would stop.
import type { Size } from './choose-file.ts'

export interface PictureRequest {
  readonly photo: Blob
  /** Decoded to this size; at full size when absent. */
  readonly resize: Size | undefined
  /** Only the backdrop of a title card. */
  readonly backdropOnly: boolean
}
export interface PictureAnswer {
  readonly picture?: ImageBitmap
  /** Absent when the browser cannot read the photo. */
  readonly backdrop?: ImageBitmap
}

const decode = ({ photo, resize }: PictureRequest): Promise<ImageBitmap> => {
  if (!resize) return createImageBitmap(photo)
  const { width: resizeWidth, height: resizeHeight } = resize
  return createImageBitmap(photo, { resizeWidth, resizeHeight, resizeQuality: 'high' })
}

/** Scaled down and up again in steps: looks like a blur, but costs a slow machine nothing while it fades in. */
const backdropOf = (bitmap: ImageBitmap): ImageBitmap => {
  let from: CanvasImageSource = bitmap
  let canvas = new OffscreenCanvas(1, 1)
  for (const width of [192, 40, 14, 48, 160, 480]) {
    canvas = new OffscreenCanvas(width, Math.max(4, Math.round((width * bitmap.height) / bitmap.width)))
    const context = canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('no 2d context')
    context.imageSmoothingQuality = 'high'
    context.drawImage(from, 0, 0, canvas.width, canvas.height)
    from = canvas
  }
  return canvas.transferToImageBitmap()
}

const answer = async (request: PictureRequest): Promise<void> => {
  const { backdropOnly } = request
  try {
    const picture = await decode(request)
    const backdrop = backdropOf(picture)
    if (backdropOnly) picture.close()
    const drawn: PictureAnswer = backdropOnly ? { backdrop } : { picture, backdrop }
    self.postMessage(drawn, backdropOnly ? [backdrop] : [picture, backdrop])
  } catch {
    self.postMessage({} satisfies PictureAnswer)
  }
}

let queue: Promise<void> = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<PictureRequest>) => {
  queue = queue.then(() => answer(data))
}
