import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { onSite } from '#web/api/base-path.ts'
import { characters, moved, type PhotoChange, type StoredPhoto } from '#web/components/photos/photo.ts'
import { isLeaving, photoKey, useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { withCaption } from '#web/features/admin/moderation/drafts/draft.ts'
import { changeDraft, draftOf, useDraft } from '#web/features/admin/moderation/drafts/drafts.ts'
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

/** The same photo without a draft: its tile does not render again. */
const withTyped = (photo: StoredPhoto, caption: string | undefined): StoredPhoto =>
  caption === undefined ? photo : { ...photo, caption }

/** The photos as they are being changed. An order that the server rejects is reverted; a caption stays a draft. */
export const usePhotos = (group: AdminGroup) => {
  const client = useQueryClient()
  const { groupId } = group
  const { captions } = useDraft(groupId)
  const [photos, setPhotos] = useState<readonly StoredPhoto[]>(() => photosOf(group))
  const latest = useRef(photos)
  latest.current = photos
  const remove = usePhotoDeletion(groupId)
  const leaving = useLeaving()
  const { reorder, describe } = usePhotoMutations(groupId, {
    onRefused: () => setPhotos(photosOf(client.getQueryData(adminGroup(groupId).queryKey) ?? group)),
  })
  useEffect(() => setPhotos(photosOf(group)), [group])

  // Always the same function: a tile renders again only when it changes.
  const change = useCallback(
    (next: PhotoChange) => {
      if (next.type === 'caption') {
        const stored = latest.current.find(({ id }) => id === next.id)?.caption ?? ''
        changeDraft(groupId, (draft) => withCaption(draft, next.id, { text: next.caption, stored }))
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
    [groupId, reorder],
  )
  const saveCaption = (id: string) => {
    const typed = draftOf(groupId).captions[id]
    if (typed !== undefined && characters(typed) <= limits.imageDescription) describe(id)
  }
  const shown = photos
    .filter(({ id }) => !leaving.has(photoKey(id)))
    .map((photo) => withTyped(photo, captions[photo.id]))
  return { photos: shown, change, saveCaption, remove }
}
