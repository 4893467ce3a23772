import { useRef, useState } from 'react'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import { addPhotos } from './add-photos.ts'

export interface Addition {
  /** Undefined while nothing is being sent. */
  readonly percent: number | undefined
  readonly error: unknown
  /** True when the photos were added; false when it was cancelled or failed. */
  readonly start: (photos: readonly Photo[]) => Promise<boolean>
  readonly cancel: () => void
}

export const useAddition = (token: string): Addition => {
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(undefined)
  const tried = useRef<{ readonly photos: readonly Photo[]; readonly key: string }>(undefined)

  const start = async (photos: readonly Photo[]) => {
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
