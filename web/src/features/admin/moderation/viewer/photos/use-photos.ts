import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { queryClient } from '#web/api/query-client.ts'
import { characters, moved, type PhotoChange, type StoredPhoto } from '#web/components/photos/photo.ts'
import { useDraft, usePendingDeletion } from '#web/features/admin/moderation/group/use-session.ts'
import { withCaption } from '#web/features/admin/moderation/session/draft.ts'
import { changeDraft, draftOf } from '#web/features/admin/moderation/session/drafts.ts'
import { reorderPhotos, saveCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import { type AdminGroup, adminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { isPending, photoKey } from '#web/features/admin/moderation/session/pending-deletion.ts'

const photosOf = (group: AdminGroup): readonly StoredPhoto[] =>
  group.images.map((image) => ({
    id: String(image.id),
    name: image.originalName ?? image.fileName,
    caption: image.imageDescription ?? '',
    preview: withBasePath(image.previewPath),
  }))

export const typeCaption = (groupId: string, id: string, typed: { text: string; stored: string }): void =>
  changeDraft(groupId, (draft) => withCaption(draft, id, typed))

export const saveTypedCaption = (groupId: string, id: string): void => {
  const typed = draftOf(groupId).captions[id]
  if (typed !== undefined && characters(typed) <= limits.imageDescription) void saveCaption(groupId, id)
}

/** The photos as they are being changed. An order that the server rejects is reverted; a caption stays a draft. */
export const usePhotos = (group: AdminGroup) => {
  const { groupId } = group
  const { captions } = useDraft(groupId)
  const pending = usePendingDeletion()
  const [photos, setPhotos] = useState(() => photosOf(group))
  useEffect(() => setPhotos(photosOf(group)), [group])
  const latest = useRef(photos)
  latest.current = photos

  // Always the same function: a tile renders again only when it changes.
  const change = useCallback(
    (next: PhotoChange) => {
      if (next.type === 'move') {
        latest.current = withMoved(latest.current, next)
        setPhotos(latest.current)
        return void saveOrder(groupId, latest.current, setPhotos)
      }
      const stored = latest.current.find(({ id }) => id === next.id)?.caption ?? ''
      typeCaption(groupId, next.id, { text: next.caption, stored })
    },
    [groupId],
  )
  const shown = photos
    .filter(({ id }) => !pending.has(photoKey(id)))
    .map((photo) => withTyped(photo, captions[photo.id]))
  return { photos: shown, change }
}

/** The same photo without a draft: its tile does not render again. */
const withTyped = (photo: StoredPhoto, caption: string | undefined): StoredPhoto =>
  caption === undefined ? photo : { ...photo, caption }

/** The server still has those that are being deleted: they go to the end. */
const withMoved = (photos: readonly StoredPhoto[], { id, to }: { readonly id: string; readonly to: number }) => {
  const isLeft = (photo: StoredPhoto) => !isPending(photoKey(photo.id))
  return [...moved(photos.filter(isLeft), id, to), ...photos.filter((photo) => !isLeft(photo))]
}

async function saveOrder(
  groupId: string,
  photos: readonly StoredPhoto[],
  show: (photos: readonly StoredPhoto[]) => void,
): Promise<void> {
  const isSaved = await reorderPhotos(
    groupId,
    photos.map(({ id }) => Number(id)),
  )
  const stored = queryClient.getQueryData(adminGroup(groupId).queryKey)
  if (!isSaved && stored) show(photosOf(stored))
}
