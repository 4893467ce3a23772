/// <reference lib="webworker" />
// Decodes one photo at a time, away from the page: fifty of 12 megapixels must neither freeze it nor fill the memory.
export interface ThumbnailRequest {
  readonly id: string
  readonly file: File
}
export interface ThumbnailAnswer {
  readonly id: string
  /** Absent when the browser cannot read the picture. */
  readonly thumbnail?: Blob
}

const longEdge = 480

const thumbnailOf = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file, { resizeWidth: longEdge, resizeQuality: 'medium' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d context')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

self.onmessage = async ({ data: { id, file } }: MessageEvent<ThumbnailRequest>) => {
  const answer: ThumbnailAnswer = await thumbnailOf(file).then(
    (thumbnail) => ({ id, thumbnail }),
    () => ({ id }),
  )
  self.postMessage(answer)
}
