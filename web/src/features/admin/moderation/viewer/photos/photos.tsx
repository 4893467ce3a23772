import { useCallback, useMemo, useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import type { PhotoChange, StoredPhoto } from '#web/components/photos/photo.ts'
import { PhotoGrid } from '#web/components/photos/photo-grid.tsx'
import { useDraft, usePendingDeletion } from '#web/features/admin/moderation/group/use-session.ts'
import { deletePhoto, photoKey } from '#web/features/admin/moderation/session/delete.ts'
import { movePhoto, saveCaption, typeCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { ConfirmDialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { PhotoModeration } from './photo-moderation.tsx'

/** The photos of a group: order and captions are saved as they are changed. */
export const Photos = ({ onView }: { readonly onView: (imageId: number) => void }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const { photos, change } = usePhotos(group)
  const [chosen, choose] = useState<string>()
  const size = group.images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const n = photos.findIndex(({ id }) => id === chosen) + 1
  return (
    <>
      <PhotoGrid
        photos={photos}
        summary={`${t('group.photos', { count: photos.length })}, ${formatBytes(size)}`}
        change={change}
        // The last photo is deleted with its group.
        onRemove={(id) => (photos.length === 1 ? actions.delete() : choose(id))}
        onCaptioned={(id) => saveCaption(group.groupId, id)}
        onOpen={(id) => onView(Number(id))}
        Below={PhotoModeration}
      />
      <ConfirmDialog
        open={chosen !== undefined}
        title={t('remove.photo', { n })}
        cancel={t('remove.cancel')}
        confirm={t('remove.confirm')}
        onClose={() => choose(undefined)}
        onConfirm={() => chosen && deletePhoto(group.groupId, chosen)}
      >
        <p>{t('remove.photoText')}</p>
      </ConfirmDialog>
    </>
  )
}

const photosOf = (group: AdminGroup): readonly StoredPhoto[] =>
  group.images.map((image) => ({
    id: String(image.id),
    name: image.originalName ?? image.fileName,
    caption: image.imageDescription ?? '',
    preview: withBasePath(image.previewPath),
  }))

/** The photos as they are being changed. Always the same function and objects: a tile renders again only when it changes. */
const usePhotos = (group: AdminGroup) => {
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
