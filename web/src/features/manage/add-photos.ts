import { ApiError } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sendForm } from '#web/api/send-form.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { withImages } from './changes.ts'
import { type ManagedGroup, managedGroup, patchGroup } from './managed-group.ts'

export interface AddPhotos {
  readonly photos: readonly Photo[]
  /** The copy of the group before the first try. */
  readonly before: ManagedGroup
  /** What the last try failed with: its photos may have arrived although the answer did not. */
  readonly failure: unknown
  readonly signal: AbortSignal
  /** 100 when everything is sent and the server is at it. */
  readonly onPercent: (percent: number) => void
}

/** Reads the group anew and says whether the photos of a try without an answer are in it. */
const haveArrived = async (token: string, { before, photos }: AddPhotos): Promise<boolean> => {
  const now = await queryClient.fetchQuery({ ...managedGroup(token), staleTime: 0 })
  const known = new Set(before.images.map(({ id }) => id))
  return now.images.filter(({ id }) => !known.has(id)).length >= photos.length
}

/** Adds the photos to the group, once, however often it is tried. */
export const addPhotos = async (token: string, addition: AddPhotos): Promise<void> => {
  const { photos, failure, signal, onPercent } = addition
  const unclear = failure instanceof ApiError && failure.code === 'NETWORK'
  if (unclear && (await haveArrived(token, addition))) return
  const form = new FormData()
  for (const { file } of photos) form.append('images', file, file.name)
  const { data } = await sendForm('POST /api/manage/{token}/images', {
    params: { token },
    form,
    signal,
    onProgress: (sent, total) => onPercent(Math.min(99, Math.floor((sent / total) * 100))),
    onSent: () => onPercent(100),
  })
  patchGroup(token, () => withImages(data.images))
}
