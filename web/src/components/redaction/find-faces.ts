import type { Region } from '#contract/shapes.ts'
import { scaledBy } from './regions.ts'

interface FaceDetector {
  detect(image: HTMLImageElement): Promise<{ readonly boundingBox: DOMRectReadOnly }[]>
}

declare global {
  interface Window {
    /** Few browsers have it; the photo does not leave the device (docs/decisions/0028). */
    readonly FaceDetector?: new (options: {
      readonly maxDetectedFaces: number
    }) => FaceDetector
  }
}

const maxFaces = 20
/** The browser's box reaches from eyes to chin. */
const headFactor = 1.3

/** Whether this browser can propose faces. */
export const canFindFaces = (): boolean => window.FaceDetector !== undefined

/** Regions around the faces that the browser recognises; none when it fails. */
export async function findFaces(photo: HTMLImageElement): Promise<Region[]> {
  if (!window.FaceDetector) return []
  const { naturalWidth, naturalHeight } = photo
  try {
    const faces = await new window.FaceDetector({ maxDetectedFaces: maxFaces }).detect(photo)
    return faces.map(({ boundingBox: { x, y, width, height } }) =>
      scaledBy(
        { x: x / naturalWidth, y: y / naturalHeight, width: width / naturalWidth, height: height / naturalHeight },
        headFactor,
      ),
    )
  } catch {
    return []
  }
}
