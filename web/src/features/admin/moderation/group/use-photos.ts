import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { onSite } from '#web/api/base-path.ts'
import { announce } from '#web/components/announcer.tsx'
import { characters, moved, type PhotoChange, type StoredPhoto } from '#web/components/photos/photo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type AdminGroup, adminGroup } from './group-queries.ts'

const photosOf = (group: AdminGroup): StoredPhoto[] =>
  group.images.map((image) => ({
    id: String(image.id),
    name: image.originalName ?? image.fileName,
    caption: image.imageDescription ?? '',
    preview: onSite(image.previewPath),
  }))

/** The photos as they are being changed. What the server rejects is reverted. */
export const usePhotos = (group: AdminGroup) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { groupId } = group
  const [photos, setPhotos] = useState<readonly StoredPhoto[]>(() => photosOf(group))
  const latest = useRef(photos)
  latest.current = photos
  const scope = { id: `photos-${groupId}` }
  const settle = () => {
    if (client.isMutating({ mutationKey: ['photos', groupId] }) > 1) return
    return client.invalidateQueries({ queryKey: ['admin', 'groups'] })
  }
  // What is being typed stays; the rest follows the server.
  useEffect(() => {
    const typed = document.activeElement?.id
    setPhotos((now) =>
      photosOf(group).map((photo) =>
        typed === `caption-${photo.id}` ? (now.find(({ id }) => id === photo.id) ?? photo) : photo,
      ),
    )
  }, [group])
  const back = (error: Error) => {
    setPhotos(photosOf(client.getQueryData(adminGroup(groupId).queryKey) ?? group))
    sayFailure(t('group.notSaved'), error)
  }

  const { mutate: reorder } = useMutation({
    mutationKey: ['photos', groupId],
    scope,
    mutationFn: (imageIds: number[]) =>
      adminCall('PUT /api/admin/groups/{groupId}/reorder', { params: { groupId }, body: { imageIds } }),
    onError: back,
    onSettled: settle,
  })
  const describe = useMutation({
    mutationKey: ['photos', groupId],
    scope,
    mutationFn: ({ id, caption }: StoredPhoto) =>
      adminCall('PATCH /api/admin/groups/{groupId}/images/{imageId}', {
        params: { groupId, imageId: id },
        body: { image_description: caption },
      }),
    onSuccess: () => announce(t('group.saved')),
    // The text stays where it was typed.
    onError: (error) => sayFailure(t('group.captionNotSaved'), error),
    onSettled: settle,
  })
  const remove = useMutation({
    mutationKey: ['photos', groupId],
    scope,
    mutationFn: (imageId: string) =>
      adminCall('DELETE /api/admin/groups/{groupId}/images/{imageId}', { params: { groupId, imageId } }),
    onMutate: (imageId) => setPhotos((now) => now.filter(({ id }) => id !== imageId)),
    onSuccess: () => sayDone(t('group.photoDeleted')),
    onError: back,
    onSettled: settle,
  })

  // Always the same function: a tile renders again only when it changes.
  const change = useCallback(
    (next: PhotoChange) => {
      if (next.type === 'caption') {
        setPhotos((now) => now.map((one) => (one.id === next.id ? { ...one, caption: next.caption } : one)))
        return
      }
      const order = moved(latest.current, next.id, next.to)
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
    describe.mutate(photo)
  }
  return { photos, change, saveCaption, remove: remove.mutate }
}
