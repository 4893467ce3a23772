import type { Region } from '#contract/shapes.ts'
import { askWorker } from '#web/components/ask-worker.ts'
import { scaledBy } from '#web/components/redaction/regions.ts'
import type { Pixels } from './detect-faces.ts'
import type { FoundFaces } from './face-worker.ts'

/** In pixels: in larger pictures the model finds smaller faces, and takes longer. */
const longEdge = 1_280
/** The model's box reaches from eyebrows to chin. */
const headFactor = 1.4

const detected = askWorker<Pixels, FoundFaces>(
  () => new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' }),
)

/** Regions around the faces in a photo, which does not leave the device. Undefined when they could not be looked for. */
export async function findFaces(photo: HTMLImageElement): Promise<Region[] | undefined> {
  const pixels = pixelsOf(photo)
  const faces = pixels && (await detected(pixels, [pixels.data.buffer]))
  return faces?.map((face) => scaledBy(face, headFactor))
}

/** Undefined when the device has no memory for them. */
function pixelsOf(photo: HTMLImageElement): Pixels | undefined {
  const scale = Math.min(1, longEdge / Math.max(photo.naturalWidth, photo.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(photo.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(photo.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
