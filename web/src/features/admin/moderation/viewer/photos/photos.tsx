import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { GalleryTile } from '#web/components/photos/gallery-tile.tsx'
import type { StoredPhoto } from '#web/components/photos/photo.ts'
import { SortablePhotos } from '#web/components/photos/sortable-photos.tsx'
import { useRemainingImages } from '#web/features/admin/moderation/group/use-session.ts'
import { movePhoto } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { PhotoModeration } from './photo-moderation.tsx'
import style from './photos.module.css'

/** The photos of a group: order and captions are saved as they are changed. */
export const Photos = ({ onView }: { readonly onView: (imageId: number) => void }) => {
  const { group } = useViewer()
  const images = useRemainingImages(group.images)
  const photos = useMemo(() => images.map(photoOf), [images])
  const size = images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return (
    <section aria-labelledby="photos-title" className="stack">
      <Group justify="space-between">
        <h2 id="photos-title">{t('photos.title')}</h2>
        <p className="soft">{`${t('group.photos', { count: photos.length })}, ${formatBytes(size)}`}</p>
      </Group>
      {photos.length > 1 && <p className="soft">{t('photos.order')}</p>}
      <SortablePhotos
        photos={photos}
        className={style.grid}
        change={(move) => void movePhoto(group.groupId, move)}
        tile={(photo, index) => (
          <GalleryTile
            key={photo.id}
            photo={photo}
            index={index}
            plain
            onOpen={(id) => onView(Number(id))}
            OnTile={PhotoModeration}
          />
        )}
      />
    </section>
  )
}

const photoOf = (image: AdminImage): StoredPhoto => ({
  id: String(image.id),
  name: image.originalName ?? image.fileName,
  caption: image.imageDescription ?? '',
  altText: image.altText ?? '',
  preview: withBasePath(image.previewPath),
})
