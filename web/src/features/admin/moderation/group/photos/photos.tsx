import { useState } from 'react'
import { PhotoGrid } from '#web/components/photos/photo-grid.tsx'
import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { PhotoModeration } from './photo-moderation.tsx'
import { RemovePhotoDialog } from './remove-photo-dialog.tsx'
import { usePhotos } from './use-photos.ts'

interface PhotosProps {
  readonly group: AdminGroup
  /** Shows a photo large. */
  readonly onView: (imageId: number) => void
  /** The last photo is deleted with its group. */
  readonly onDeleteGroup: () => void
}

/** The photos of a group: order and captions are saved as they are changed. */
export const Photos = ({ group, onView, onDeleteGroup }: PhotosProps) => {
  const { t } = useTexts()
  const { photos, change, saveCaption, remove } = usePhotos(group)
  const [leaving, setLeaving] = useState<string>()
  const size = group.images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const placeOf = (id: string | undefined) => photos.findIndex((photo) => photo.id === id)
  const confirm = () => {
    if (leaving) remove(leaving)
    setLeaving(undefined)
  }
  return (
    <>
      <PhotoGrid
        photos={photos}
        summary={`${t('group.photos', { count: photos.length })}, ${formatBytes(size)}`}
        refused={undefined}
        change={change}
        onRemove={(id) => (photos.length === 1 ? onDeleteGroup() : setLeaving(id))}
        onCaptioned={saveCaption}
        onOpen={(id) => onView(Number(id))}
        Below={PhotoModeration}
      />
      <RemovePhotoDialog
        open={leaving !== undefined}
        n={placeOf(leaving) + 1}
        onClose={() => setLeaving(undefined)}
        onRemove={confirm}
      />
    </>
  )
}
