import { createStore, useSelector } from '@tanstack/react-store'
import { askWorker, untilLoaded } from '#web/components/ask-worker.ts'
import type { Photo } from './photo.ts'

/** An object URL, or 'failed' when the browser cannot read the picture. */
type Thumbnail = string | 'failed'

/** By the photo's id. */
const thumbnails = createStore<ReadonlyMap<string, Thumbnail>>(new Map())
let wanted: readonly Photo[] = []
let current: string | undefined

const finish = (id: string, thumbnail: Blob | null): void => {
  current = undefined
  const shown = thumbnail ? URL.createObjectURL(thumbnail) : 'failed'
  thumbnails.setState((before) => new Map(before).set(id, shown))
  keepThumbnails(wanted)
}

const thumbnailByWorker = untilLoaded(
  askWorker<File, Blob | null>(() => new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })),
)

const makeThumbnail = async (file: File): Promise<Blob | null> => {
  // Safari draws away from the page from 16.4 on.
  if (typeof OffscreenCanvas !== 'undefined') return thumbnailByWorker(file).catch(() => null)
  const { thumbnailInPage } = await import('./thumbnail-in-page.ts')
  return thumbnailInPage(file).catch(() => null)
}

/** Makes the thumbnails of these photos, one after another, and releases all others. */
export const keepThumbnails = (photos: readonly Photo[]): void => {
  wanted = photos
  const unwanted = [...thumbnails.state.keys()].filter((id) => !photos.some((photo) => photo.id === id))
  for (const id of unwanted) URL.revokeObjectURL(thumbnails.state.get(id) ?? '')
  if (unwanted.length > 0)
    thumbnails.setState((before) => new Map([...before].filter(([id]) => !unwanted.includes(id))))
  const next = photos.find((photo) => !thumbnails.state.has(photo.id))
  if (!next || current !== undefined) return
  const { id, file } = next
  current = id
  void makeThumbnail(file).then((thumbnail) => finish(id, thumbnail))
}

/** A small picture of a photo for the list of uploads, where its thumbnail is made. */
export const coverOfPhoto = async (id: string | undefined): Promise<string | undefined> => {
  const thumbnail = thumbnails.state.get(id ?? '')
  if (thumbnail === undefined || thumbnail === 'failed') return undefined
  return (await import('./cover-of.ts')).coverOf(thumbnail)
}

/** Undefined while it is being made. Renders only what shows this photo. */
export const useThumbnail = (id: string): Thumbnail | undefined => useSelector(thumbnails, (all) => all.get(id))
