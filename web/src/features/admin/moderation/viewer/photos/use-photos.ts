import { useCallback, useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { characters, type PhotoChange, type StoredPhoto } from '#web/components/photos/photo.ts'
import { useDraft, usePendingDeletion } from '#web/features/admin/moderation/group/use-session.ts'
import { draftOf } from '#web/features/admin/moderation/session/drafts.ts'
import { movePhoto, saveCaption, typeCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { photoKey } from '#web/features/admin/moderation/session/pending-deletion.ts'

const photosOf = (group: AdminGroup): readonly StoredPhoto[] =>
  group.images.map((image) => ({
    id: String(image.id),
    name: image.originalName ?? image.fileName,
    caption: image.imageDescription ?? '',
    preview: withBasePath(image.previewPath),
  }))

export const saveTypedCaption = (groupId: string, id: string): void => {
  const typed = draftOf(groupId).captions[id]
  if (typed !== undefined && characters(typed) <= limits.imageDescription) void saveCaption(groupId, id)
}

/** The photos as they are being changed. Always the same function and objects: a tile renders again only when it changes. */
export const usePhotos = (group: AdminGroup) => {
  const { groupId } = group
  const { captions } = useDraft(groupId)
  const pending = usePendingDeletion()
  const stored = useMemo(() => photosOf(group), [group])
  const change = useCallback(
    (next: PhotoChange) => {
      if (next.type === 'caption') typeCaption(groupId, next.id, next.caption)
      else void movePhoto(groupId, next)
    },
    [groupId],
  )
  const photos = stored
    .filter(({ id }) => !pending.has(photoKey(id)))
    .map((photo) => {
      const caption = captions[photo.id]
      return caption === undefined ? photo : { ...photo, caption }
    })
  return { photos, change }
}
