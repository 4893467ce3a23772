import { useRef, useState } from 'react'
import { sendBody } from '#web/api/send-body.ts'
import { checkReadable } from '#web/components/photos/is-readable.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import { setGroup } from '#web/features/management/managed-group.ts'

export const useAddition = (token: string) => {
  /** Undefined while nothing is being sent; 100 when everything is sent and the server is processing it. */
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
      await Promise.all(photos.map(({ file }) => checkReadable(file)))
      const form = new FormData()
      for (const { file } of photos) form.append('images', file, file.name)
      const answer = await sendBody('POST /api/manage/{token}/images', {
        params: { token },
        body: form,
        // The same for every attempt with these photos: they are added once.
        headers: { 'idempotency-key': tried.current.key },
        signal,
        onProgress: (sent, total) => setPercent(Math.min(99, Math.floor((sent / total) * 100))),
        onSent: () => setPercent(100),
      })
      setGroup(token, answer)
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
