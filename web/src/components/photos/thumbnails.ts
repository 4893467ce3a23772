import { useSyncExternalStore } from 'react'
import type { Photo } from './photo.ts'
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail-worker.ts'

/** An object URL, or 'failed' when the browser cannot read the picture. */
export type Thumbnail = string | 'failed'

const thumbnails = new Map<string, Thumbnail>()
const listeners = new Set<() => void>()
let wanted: readonly Photo[] = []
let worker: Worker | undefined
let inWork: string | undefined

const finish = (id: string, thumbnail: Thumbnail): void => {
  inWork = undefined
  thumbnails.set(id, thumbnail)
  for (const listener of listeners) listener()
  keepThumbnails(wanted)
}

const startWorker = (): Worker => {
  const started = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<ThumbnailAnswer>) =>
    finish(data.id, data.thumbnail ? URL.createObjectURL(data.thumbnail) : 'failed')
  started.onerror = () => inWork !== undefined && finish(inWork, 'failed')
  return started
}

/** Makes the thumbnails of these photos, one after another, and lets go of all others. */
export const keepThumbnails = (photos: readonly Photo[]): void => {
  wanted = photos
  for (const [id, thumbnail] of thumbnails) {
    if (photos.some((photo) => photo.id === id)) continue
    URL.revokeObjectURL(thumbnail)
    thumbnails.delete(id)
  }
  const next = photos.find((photo) => !thumbnails.has(photo.id))
  if (!next || inWork !== undefined) return
  inWork = next.id
  worker ??= startWorker()
  worker.postMessage({ id: next.id, file: next.file } satisfies ThumbnailRequest)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined while it is being made. Draws only what shows this photo. */
export const useThumbnail = (id: string): Thumbnail | undefined =>
  useSyncExternalStore(subscribe, () => thumbnails.get(id))
