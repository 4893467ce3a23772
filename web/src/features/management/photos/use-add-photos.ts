import { useRef, useState } from 'react'
import { sendBody } from '#web/api/send-body.ts'
import { checkReadable } from '#web/components/photos/is-readable.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import { setGroup } from '#web/features/management/managed-group.ts'

export const useAddition = (token: string) => {
  /** Undefined while nothing is being sent. */
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(undefined)
  const tried = useRef<{ readonly photos: readonly Photo[]; readonly key: string }>(undefined)

  /** True when the photos were added; false when it was cancelled or failed. */
  const start = async (photos: readonly Photo[]): Promise<boolean> => {
    abort.current = new AbortController()
    const { signal } = abort.current
    if (tried.current?.photos !== photos) tried.current = { photos, key: uuid() }
    setPercent(0)
    setError(undefined)
    try {
      await addPhotos(token, { photos, idempotencyKey: tried.current.key, signal, onPercent: setPercent })
      return true
    } catch (failure) {
      if (!signal.aborted) setError(failure)
      return false
    } finally {
      setPercent(undefined)
    }
  }
  return { percent, error, start, cancel: () => abort.current?.abort() }
}

interface AddPhotos {
  readonly photos: readonly Photo[]
  /** The same for every attempt with these photos: they are added once. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** 100 when everything is sent and the server is processing it. */
  readonly onPercent: (percent: number) => void
}

const addPhotos = async (token: string, addition: AddPhotos): Promise<void> => {
  const { photos, idempotencyKey, signal, onPercent } = addition
  await Promise.all(photos.map(({ file }) => checkReadable(file)))
  const form = new FormData()
  for (const { file } of photos) form.append('images', file, file.name)
  const answer = await sendBody('POST /api/manage/{token}/images', {
    params: { token },
    body: form,
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    onProgress: (sent, total) => onPercent(Math.min(99, Math.floor((sent / total) * 100))),
    onSent: () => onPercent(100),
  })
  setGroup(token, answer)
}
