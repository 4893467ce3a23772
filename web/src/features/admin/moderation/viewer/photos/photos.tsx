import { useState } from 'react'
import { PhotoGrid } from '#web/components/photos/photo-grid.tsx'
import { deletePhoto } from '#web/features/admin/moderation/session/delete.ts'
import { DeletionDialog } from '#web/features/admin/moderation/viewer/dialogs/deletion-dialog.tsx'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { PhotoModeration } from './photo-moderation.tsx'
import { saveTypedCaption, usePhotos } from './use-photos.ts'

/** The photos of a group: order and captions are saved as they are changed. */
export const Photos = ({ onView }: { readonly onView: (imageId: number) => void }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const { photos, change } = usePhotos(group)
  const [chosen, choose] = useState<string>()
  const size = group.images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const n = photos.findIndex(({ id }) => id === chosen) + 1
  const confirm = () => {
    if (chosen) deletePhoto(group.groupId, chosen)
    choose(undefined)
  }
  return (
    <>
      <PhotoGrid
        photos={photos}
        summary={`${t('group.photos', { count: photos.length })}, ${formatBytes(size)}`}
        refused={undefined}
        change={change}
        // The last photo is deleted with its group.
        onRemove={(id) => (photos.length === 1 ? actions.delete() : choose(id))}
        onCaptioned={(id) => saveTypedCaption(group.groupId, id)}
        onOpen={(id) => onView(Number(id))}
        Below={PhotoModeration}
      />
      <DeletionDialog
        title={chosen && t('remove.photo', { n })}
        text={t('remove.photoText')}
        onClose={() => choose(undefined)}
        onDelete={confirm}
      />
    </>
  )
}
