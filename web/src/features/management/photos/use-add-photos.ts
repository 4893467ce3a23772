import { useRef, useState } from 'react'
import { ApiError, networkError } from '#web/api/api-error.ts'
import { sendBody } from '#web/api/send-body.ts'
import { checkReadable } from '#web/components/photos/is-readable.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { uuid } from '#web/components/uuid.ts'
import { setGroup } from '#web/features/management/managed-group.ts'

const formOf = (photos: readonly Photo[]) => {
  const form = new FormData()
  for (const { file } of photos) form.append('images', file, file.name)
  return form
}

export const useAddition = (token: string) => {
  /** Undefined while nothing is being sent; 100 when everything is sent and the server is processing it. */
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const abort = useRef<AbortController>(undefined)
  /** No answer has told whether these were added. */
  const [unclear, setUnclear] = useState<{ readonly photos: readonly Photo[]; readonly key: string }>()

  /** The photos that were added, those of an unclear attempt first; undefined when it was cancelled or failed. */
  const start = async (chosen: readonly Photo[]): Promise<readonly Photo[] | undefined> => {
    abort.current = new AbortController()
    const { signal } = abort.current
    const attempt = unclear ?? { photos: chosen, key: uuid() }
    const { photos, key } = attempt
    setPercent(0)
    setError(undefined)
    try {
      await Promise.all(photos.map(({ file }) => checkReadable(file)))
      const answer = await sendBody('POST /api/manage/{token}/images', {
        params: { token },
        body: formOf(photos),
        // The same for every attempt with these photos: they are added once.
        headers: { 'idempotency-key': key },
        signal,
        onProgress: (sent, total) => setPercent(Math.min(99, Math.floor((sent / total) * 100))),
        onSent: () => setPercent(100),
      })
      setGroup(token, answer)
      setUnclear(undefined)
      return photos
    } catch (failure) {
      if (signal.aborted) return undefined
      setError(failure)
      const { code, status } = failure instanceof ApiError ? failure : networkError()
      if (code === 'NETWORK' || status >= 500) setUnclear(attempt)
      else if (status === 400 || status === 413) setUnclear(undefined)
      return undefined
    } finally {
      setPercent(undefined)
    }
  }
  return { percent, error, unclear: unclear?.photos, start, cancel: () => abort.current?.abort() }
}
