import { askWorker } from '#web/components/ask-worker.ts'
import type { Options } from '#web/features/slideshow/options.ts'
import { type ChosenFile, chooseFile, type Size } from './choose-file.ts'
import type { PhotoCache } from './photo-cache.ts'
import type { PictureAnswer, PictureRequest } from './picture-worker.ts'
import type { Photo, Step } from './playlist.ts'

/** Its words are those of the step, which may change while it is shown. */
export interface ShownPhoto extends Pick<Photo, 'id'> {
  readonly picture: HTMLCanvasElement
}

/** A step that is ready to be seen: everything is decoded and drawn. */
export interface Scene {
  readonly step: Step
  /** Those of the step that could be drawn; a title card has none. */
  readonly shown: readonly ShownPhoto[]
  /** The first photo without its detail, to fill what the photos leave of the screen; a title card has that of its group. */
  readonly backdrop: HTMLCanvasElement | undefined
  /** The first photo of a group that has just joined. */
  readonly fresh?: boolean
}

/** `gone`: the server has no such photo, or it cannot be decoded. `unreachable`: there is no connection. */
export type Missing = 'gone' | 'unreachable'

export interface SceneInput {
  readonly cache: PhotoCache
  /** False: only what is kept; nothing waits for a connection that is not there. */
  readonly online: boolean
  readonly fit: Options['fit']
  /** Of the screen's width and height. */
  readonly share: number
  readonly upcoming: () => Iterable<string>
  readonly signal: AbortSignal
}

const answerMs = 30_000

/** In device pixels. A window that is not full screen yet may become so. */
const screenSize = (share: number): Size => ({
  width: Math.round(Math.max(window.innerWidth, screen.width) * devicePixelRatio * share),
  height: Math.round(Math.max(window.innerHeight, screen.height) * devicePixelRatio * share),
})

/** Both files of a photo: which one is cached depends on the screen. */
export const filesOf = ({ original, preview }: Photo): readonly string[] => [original, preview]

const load = async (path: string, { cache, online, upcoming, signal }: SceneInput): Promise<Blob | Missing> => {
  const own = await cache.get(path).catch(() => undefined)
  if (own) return own
  if (!online) return 'unreachable'
  try {
    // Bypasses the browser's own cache, which would keep withdrawn photos.
    const response = await fetch(path, {
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    if (!response.ok) return response.status < 500 ? 'gone' : 'unreachable'
    const photo = await response.blob()
    // A hotspot may answer instead of the server.
    if (!photo.type.startsWith('image/')) return 'unreachable'
    if (!signal.aborted) await cache.put(path, photo, upcoming)
    return photo
  } catch {
    return 'unreachable'
  }
}

/** The file's photo, drawn; `backdropOnly` for a title card. */
const draw = async (
  { path, resize }: ChosenFile,
  input: SceneInput,
  backdropOnly = false,
): Promise<DrawnPhoto | Missing> => {
  const photo = await load(path, input)
  if (typeof photo === 'string') return photo
  if (input.signal.aborted) return 'unreachable'
  return (await drawPhoto({ photo, resize, backdropOnly })) ?? 'gone'
}

/** The chosen file, or the preview when that cannot be had. */
const drawChosen = async (photo: Photo, place: Size, input: SceneInput): Promise<DrawnPhoto | Missing> => {
  const chosen = chooseFile(photo, place, input.fit)
  const drawn = await draw(chosen, input)
  if (typeof drawn !== 'string' || chosen.path === photo.preview || input.signal.aborted) return drawn
  const instead = await draw({ path: photo.preview }, input)
  return typeof instead === 'string' ? drawn : instead
}

/** Of two photos the one that can be had, where the other cannot. */
const photoScene = async (step: Step, input: SceneInput): Promise<Scene | Missing> => {
  const { width, height } = screenSize(input.share)
  const place = { width: Math.round(width / step.photos.length), height }
  const drawn = await Promise.all(step.photos.map((photo) => drawChosen(photo, place, input)))
  const had = drawn.flatMap((each) => (typeof each === 'string' ? [] : [each]))
  const [first] = had
  if (first === undefined) return drawn.includes('unreachable') ? 'unreachable' : 'gone'
  for (const { backdrop } of had.slice(1)) drop(backdrop)
  const shown = step.photos.flatMap(({ id }, index) => {
    const each = drawn[index]
    return typeof each === 'object' && each.picture ? [{ id, picture: each.picture }] : []
  })
  return { step, shown, backdrop: first.backdrop }
}

const titleScene = async (step: Step, input: SceneInput): Promise<Scene> => {
  const [first] = step.group.photos
  const drawn = first ? await draw({ path: first.preview }, input, true) : 'gone'
  return { step, shown: [], backdrop: typeof drawn === 'string' ? undefined : drawn.backdrop }
}

const drop = (canvas: HTMLCanvasElement): void => {
  canvas.width = canvas.height = 0
}

export const makeScene = (step: Step, input: SceneInput): Promise<Scene | Missing> =>
  step.photos.length > 0 ? photoScene(step, input) : titleScene(step, input)

/** Frees the memory of a scene immediately, instead of at the browser's next garbage collection. */
export const dropScene = ({ shown, backdrop }: Scene): void => {
  for (const { picture } of shown) drop(picture)
  if (backdrop) drop(backdrop)
}

/** Ready to be inserted into the page. */
interface DrawnPhoto {
  /** Absent when only the backdrop was requested. */
  readonly picture: HTMLCanvasElement | undefined
  readonly backdrop: HTMLCanvasElement
}

const ask = askWorker<PictureRequest, PictureAnswer>(
  () => new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' }),
)

/** Transfers the bitmap's pixels: there is no second copy. */
const toCanvas = (bitmap: ImageBitmap): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  return canvas
}

/** Undefined when the browser cannot read the photo. */
const drawPhoto = async (request: PictureRequest): Promise<DrawnPhoto | undefined> => {
  const { picture, backdrop } = (await ask(request)) ?? {}
  return backdrop && { picture: picture && toCanvas(picture), backdrop: toCanvas(backdrop) }
}
