import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { onSite } from '#web/api/base-path.ts'
import { characters, moved, type PhotoChange, type StoredPhoto } from '#web/components/photos/photo.ts'
import { isLeaving, photoKey, useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { type AdminGroup, adminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { usePhotoDeletion } from './use-photo-deletion.ts'
import { usePhotoMutations } from './use-photo-mutations.ts'

const photosOf = (group: AdminGroup): StoredPhoto[] =>
  group.images.map((image) => ({
    id: String(image.id),
    name: image.originalName ?? image.fileName,
    caption: image.imageDescription ?? '',
    preview: onSite(image.previewPath),
  }))

/** The server's photos, except for the caption that is being typed. */
const withTyped = (group: AdminGroup, shown: readonly StoredPhoto[]): readonly StoredPhoto[] => {
  const typed = document.activeElement?.id
  return photosOf(group).map((photo) =>
    typed === `caption-${photo.id}` ? (shown.find(({ id }) => id === photo.id) ?? photo) : photo,
  )
}

/** The photos as they are being changed. What the server rejects is reverted. */
export const usePhotos = (group: AdminGroup) => {
  const client = useQueryClient()
  const [photos, setPhotos] = useState<readonly StoredPhoto[]>(() => photosOf(group))
  const latest = useRef(photos)
  latest.current = photos
  const remove = usePhotoDeletion(group.groupId)
  const leaving = useLeaving()
  const { reorder, describe } = usePhotoMutations(group.groupId, {
    onRefused: () => setPhotos(photosOf(client.getQueryData(adminGroup(group.groupId).queryKey) ?? group)),
  })
  useEffect(() => setPhotos((shown) => withTyped(group, shown)), [group])

  // Always the same function: a tile renders again only when it changes.
  const change = useCallback(
    (next: PhotoChange) => {
      if (next.type === 'caption') {
        setPhotos((now) => now.map((one) => (one.id === next.id ? { ...one, caption: next.caption } : one)))
        return
      }
      // The server still has those that are being deleted: they go to the end.
      const [gone, here] = [true, false].map((left) =>
        latest.current.filter(({ id }) => isLeaving(photoKey(id)) === left),
      ) as [StoredPhoto[], StoredPhoto[]]
      const order = [...moved(here, next.id, next.to), ...gone]
      latest.current = order
      setPhotos(order)
      reorder(order.map(({ id }) => Number(id)))
    },
    [reorder],
  )
  const saveCaption = (id: string) => {
    const photo = latest.current.find((one) => one.id === id)
    const stored = group.images.find((image) => String(image.id) === id)?.imageDescription ?? ''
    if (!photo || photo.caption.trim() === stored || characters(photo.caption) > limits.imageDescription) return
    describe(photo)
  }
  return { photos: photos.filter(({ id }) => !leaving.has(photoKey(id))), change, saveCaption, remove }
}
