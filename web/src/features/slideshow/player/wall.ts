import type { Step } from './playlist.ts'
import type { Scene } from './scene.ts'

/** What is on display by its place, the one that came last at the end. */
export type Hanging = ReadonlyMap<number, Scene>

const mosaics = [9, 5, 3]

/** How many photos a wall shows: as many as fill a mosaic, one less where the code for uploads has a place in it. */
export const placesFor = (photos: number, qr: boolean): number => {
  const taken = qr ? 1 : 0
  const mosaic = mosaics.find((places) => places - taken <= photos)
  return mosaic === undefined ? photos : mosaic - taken
}

/** Neighbours do not follow each other; it has no divisor in common with any number of places. */
const stride = 11

/** The scene takes its own place, or a free one, or that of the scene that has hung longest. */
export const hang = (hanging: Hanging, scene: Scene, places: number): Hanging => {
  const own = [...hanging].find(([, { step }]) => step.key === scene.step.key)?.[0]
  const row = Array.from({ length: places }, (_, n) => (n * stride) % places)
  const place = own ?? row.find((each) => !hanging.has(each)) ?? hanging.keys().next().value ?? 0
  return new Map([...hanging].filter(([each]) => each !== place)).set(place, scene)
}

/** A title card is drawn on the first photo of its group. */
const drawnIn = ({ photos, group }: Step) => (photos.length > 0 ? photos : group.photos.slice(0, 1))

/** A redacted photo has other files. */
export const isSame = (a: Step | undefined, b: Step): boolean =>
  a?.key === b.key && drawnIn(a).every(({ original }, index) => original === drawnIn(b)[index]?.original)

/** What may stay on display, with its new texts: what was withdrawn or redacted may not. */
export const stillIn = (hanging: Hanging, steps: readonly Step[], places: number): Hanging => {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  return new Map(
    [...hanging].flatMap(([place, scene]) => {
      const step = byKey.get(scene.step.key)
      return place < places && step && isSame(step, scene.step) ? [[place, { ...scene, step }] as const] : []
    }),
  )
}
