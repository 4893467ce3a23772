import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { PhotoGrid } from '#web/components/photos/photo-grid.tsx'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import type { AdminGroup } from './group-queries.ts'
import { usePhotos } from './use-photos.ts'

const { Part: Lightbox } = lazyPart(() => import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox))

interface PhotosProps {
  readonly group: AdminGroup
  /** The last photo goes with its group. */
  readonly onDeleteGroup: () => void
}

/** The photos of a group: order and captions are saved as they are changed. */
export const Photos = ({ group, onDeleteGroup }: PhotosProps) => {
  const { t } = useTexts()
  const { photos, change, saveCaption, remove } = usePhotos(group)
  const [opened, setOpened] = useState<number>()
  const [leaving, setLeaving] = useState<string>()
  const size = group.images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const close = () => {
    const id = photos[opened ?? 0]?.id
    setOpened(undefined)
    requestAnimationFrame(() => document.getElementById(`open-${id}`)?.focus())
  }
  const place = photos.findIndex(({ id }) => id === leaving)
  return (
    <>
      <PhotoGrid
        photos={photos}
        summary={`${t('group.photos', { count: photos.length })}, ${formatBytes(size)}`}
        refused={undefined}
        change={change}
        onRemove={(id) => (photos.length === 1 ? onDeleteGroup() : setLeaving(id))}
        onCaptioned={saveCaption}
        onOpen={(id) => setOpened(photos.findIndex((photo) => photo.id === id))}
      />
      <Dialog
        open={leaving !== undefined}
        title={t('remove.photo', { n: place + 1 })}
        onClose={() => setLeaving(undefined)}
      >
        <p>{t('remove.photoText')}</p>
        <div className={dialog.actions}>
          <Button variant="default" size="md" onClick={() => setLeaving(undefined)} data-autofocus>
            {t('remove.cancel')}
          </Button>
          <Button
            color="red"
            size="md"
            onClick={() => {
              if (leaving) remove(leaving)
              setLeaving(undefined)
            }}
          >
            {t('remove.confirm')}
          </Button>
        </div>
      </Dialog>
      {opened !== undefined && (
        <Suspense>
          <Lightbox group={group} order={photos} index={opened} onIndex={setOpened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
