import { createStore, useSelector } from '@tanstack/react-store'
import type { Photo } from './photo.ts'
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail-worker.ts'

/** An object URL, or 'failed' when the browser cannot read the picture. */
export type Thumbnail = string | 'failed'

/** By the photo's id. */
const thumbnails = createStore<ReadonlyMap<string, Thumbnail>>(new Map())
let wanted: readonly Photo[] = []
let worker: Worker | undefined
let current: string | undefined

const finish = (id: string, thumbnail: Thumbnail): void => {
  current = undefined
  thumbnails.setState((before) => new Map(before).set(id, thumbnail))
  keepThumbnails(wanted)
}

/** Safari draws away from the page from 16.4 on. */
const drawsInWorker = (): boolean => typeof OffscreenCanvas !== 'undefined'

const makeThumbnail = async ({ id, file }: ThumbnailRequest): Promise<void> => {
  if (drawsInWorker()) {
    worker ??= startWorker()
    worker.postMessage({ id, file })
  } else {
    const { thumbnailInPage } = await import('./thumbnail-in-page.ts')
    finish(id, await thumbnailInPage(file).then(URL.createObjectURL, () => 'failed'))
  }
}

const startWorker = (): Worker => {
  const started = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<ThumbnailAnswer>) =>
    finish(data.id, data.thumbnail ? URL.createObjectURL(data.thumbnail) : 'failed')
  started.onerror = () => current !== undefined && finish(current, 'failed')
  return started
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
  current = next.id
  void makeThumbnail({ id: next.id, file: next.file })
}

/** A small picture of a photo for the list of uploads, where its thumbnail is made. */
export const coverOfPhoto = async (id: string | undefined): Promise<string | undefined> => {
  const thumbnail = thumbnails.state.get(id ?? '')
  if (thumbnail === undefined || thumbnail === 'failed') return undefined
  return (await import('./cover-of.ts')).coverOf(thumbnail)
}

/** Undefined while it is being made. Renders only what shows this photo. */
export const useThumbnail = (id: string): Thumbnail | undefined => useSelector(thumbnails, (all) => all.get(id))
