import { sendBody } from '#web/api/send-body.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { setGroup } from '#web/features/management/managed-group.ts'

export interface AddPhotos {
  readonly photos: readonly Photo[]
  /** The same for every attempt with these photos: they are added once. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** 100 when everything is sent and the server is processing it. */
  readonly onPercent: (percent: number) => void
}

export const addPhotos = async (token: string, addition: AddPhotos): Promise<void> => {
  const { photos, idempotencyKey, signal, onPercent } = addition
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
