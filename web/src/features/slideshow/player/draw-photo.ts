import type { PictureAnswer, PictureRequest } from './picture-worker.ts'

/** Ready to be inserted into the page. */
export interface DrawnPhoto {
  /** Absent when only the backdrop was requested. */
  readonly picture: HTMLCanvasElement | undefined
  readonly backdrop: HTMLCanvasElement
}

const waiting = new Map<number, (answer: PictureAnswer) => void>()
let worker: Worker | undefined
let count = 0

const startWorker = (): Worker => {
  const started = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  const settle = (answer: PictureAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  started.onmessage = ({ data }: MessageEvent<PictureAnswer>) => settle(data)
  // It could not be loaded, or ran out of memory: the next photo starts another.
  started.onerror = () => {
    worker = undefined
    for (const id of waiting.keys()) settle({ id })
  }
  return started
}

/** Transfers the bitmap's pixels: there is no second copy. */
const toCanvas = (bitmap: ImageBitmap): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  return canvas
}

/** Undefined when the browser cannot read the photo. */
export const drawPhoto = async (request: Omit<PictureRequest, 'id'>): Promise<DrawnPhoto | undefined> => {
  const id = ++count
  const { picture, backdrop } = await new Promise<PictureAnswer>((resolve) => {
    waiting.set(id, resolve)
    worker ??= startWorker()
    worker.postMessage({ ...request, id } satisfies PictureRequest)
  })
  return backdrop && { picture: picture && toCanvas(picture), backdrop: toCanvas(backdrop) }
}
