import { useRef, useState } from 'react'
import type { Photo } from '#web/components/photos/photo.ts'
import { addPhotos } from './add-photos.ts'
import type { ManagedGroup } from './managed-group.ts'

export interface Addition {
  /** Undefined while nothing is being sent. */
  readonly percent: number | undefined
  readonly error: unknown
  /** True when the photos are in the group; false when it was cancelled or failed. */
  readonly start: (photos: readonly Photo[]) => Promise<boolean>
  readonly cancel: () => void
}

export const useAddition = (token: string, group: ManagedGroup): Addition => {
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(undefined)
  /** The group before the first of several tries. */
  const before = useRef<ManagedGroup>(undefined)

  const start = async (photos: readonly Photo[]) => {
    abort.current = new AbortController()
    const { signal } = abort.current
    before.current ??= group
    setPercent(0)
    setError(undefined)
    try {
      await addPhotos(token, { photos, before: before.current, failure: error, signal, onPercent: setPercent })
      before.current = undefined
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
