/// <reference lib="webworker" />
// Decodes one photo at a time, away from the page: fifty of 12 megapixels must neither freeze it nor fill the memory.
import { drawJpeg } from './convert/draw-jpeg.ts'

const longEdge = 480

const thumbnailOf = async (file: File): Promise<Blob> =>
  drawJpeg(await createImageBitmap(file, { resizeWidth: longEdge, resizeQuality: 'medium' }), { quality: 0.8 })

/** Answers null when the browser cannot read the picture. */
self.onmessage = async ({ data: file }: MessageEvent<File>) =>
  self.postMessage(await thumbnailOf(file).catch(() => null))
