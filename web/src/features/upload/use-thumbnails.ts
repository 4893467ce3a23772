import { useEffect, useRef, useState } from 'react'
import type { Photo } from './draft.ts'
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnail-worker.ts'

/** An object URL, or 'failed' when the browser cannot read the picture. */
export type Thumbnail = string | 'failed'

/** Thumbnails by photo id, made one after another in a worker; their URLs live as long as the photo is listed. */
export const useThumbnails = (photos: readonly Photo[]): ReadonlyMap<string, Thumbnail> => {
  const [thumbnails, setThumbnails] = useState<ReadonlyMap<string, Thumbnail>>(new Map())
  const worker = useRef<Worker | null>(null)
  const busy = useRef<string | null>(null)

  useEffect(() => {
    const gone = [...thumbnails.keys()].filter((id) => !photos.some((photo) => photo.id === id))
    if (gone.length > 0) {
      for (const id of gone) URL.revokeObjectURL(thumbnails.get(id) ?? '')
      setThumbnails((known) => new Map([...known].filter(([id]) => !gone.includes(id))))
      return
    }
    const next = photos.find((photo) => !thumbnails.has(photo.id))
    if (!next || busy.current !== null) return
    worker.current ??= new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
    const done = (id: string, thumbnail: Thumbnail) => {
      busy.current = null
      setThumbnails((known) => new Map(known).set(id, thumbnail))
    }
    worker.current.onmessage = ({ data }: MessageEvent<ThumbnailAnswer>) =>
      done(data.id, data.thumbnail ? URL.createObjectURL(data.thumbnail) : 'failed')
    worker.current.onerror = () => done(next.id, 'failed')
    busy.current = next.id
    worker.current.postMessage({ id: next.id, file: next.file } satisfies ThumbnailRequest)
  }, [photos, thumbnails])

  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
      busy.current = null
    },
    [],
  )
  return thumbnails
}
