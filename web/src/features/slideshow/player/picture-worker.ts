/// <reference lib="webworker" />
// Decodes one photo after another, away from the page: making 12 megapixels smaller takes a slow machine a second, in which
// no key would work and no fade would move.
import type { Size } from './choose-file.ts'

export interface PictureRequest {
  readonly id: number
  readonly photo: Blob
  /** Decoded to this size; as it is when absent. */
  readonly resize: Size | undefined
  /** Only what fills the screen behind a title card. */
  readonly groundOnly: boolean
}
export interface PictureAnswer {
  readonly id: number
  readonly picture?: ImageBitmap
  /** Absent when the browser cannot read the photo. */
  readonly ground?: ImageBitmap
}

const decode = ({ photo, resize }: PictureRequest): Promise<ImageBitmap> => {
  if (!resize) return createImageBitmap(photo)
  const { width: resizeWidth, height: resizeHeight } = resize
  return createImageBitmap(photo, { resizeWidth, resizeHeight, resizeQuality: 'high' })
}

/** Made small and large again in steps: as soft as a blur, at no cost while it is faded in on a slow machine. */
const groundOf = (bitmap: ImageBitmap): ImageBitmap => {
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
  const { id, groundOnly } = request
  try {
    const picture = await decode(request)
    const ground = groundOf(picture)
    if (groundOnly) picture.close()
    const drawn: PictureAnswer = groundOnly ? { id, ground } : { id, picture, ground }
    self.postMessage(drawn, groundOnly ? [ground] : [picture, ground])
  } catch {
    self.postMessage({ id } satisfies PictureAnswer)
  }
}

let before: Promise<void> = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<PictureRequest>) => {
  before = before.then(() => answer(data))
}
