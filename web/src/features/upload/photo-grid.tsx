import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { IconPlus } from '@tabler/icons-react'
import { type Dispatch, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#web/i18n/format.ts'
import { type DraftChange, type Photo, totalBytes } from './draft.ts'
import { FileButton } from './file-button.tsx'
import style from './photo-grid.module.css'
import { accept } from './photo-picker.tsx'
import { PhotoTile } from './photo-tile.tsx'

interface PhotoGridProps {
  readonly photos: readonly Photo[]
  readonly maxImages: number
  /** The name of a file that the server refused. */
  readonly refused: string | undefined
  readonly change: Dispatch<DraftChange>
  readonly onRemove: (photo: Photo) => void
  readonly onFiles: (files: File[]) => void
}

// Made once: new options would draw every tile again with each typed character.
const mouse = { activationConstraint: { distance: 6 } }
/** A finger that moves at once scrolls the page; one that rests picks the photo up. */
const touch = { activationConstraint: { delay: 220, tolerance: 8 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }

export const PhotoGrid = (props: PhotoGridProps) => {
  const { photos, maxImages, refused, change, onRemove, onFiles } = props
  const { t } = useTranslation()
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  )
  // The same list as long as the order is the same, for the same reason.
  const order = photos.map((photo) => photo.id).join()
  const ids = useMemo(() => order.split(','), [order])
  const place = (id: unknown) => {
    const index = photos.findIndex((photo) => photo.id === id)
    return { n: index + 1, count: photos.length, file: photos[index]?.file.name ?? '' }
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('photos.picked', place(active.id)),
    onDragOver: ({ active, over }) =>
      over ? t('photos.over', { ...place(active.id), n: place(over.id).n }) : undefined,
    onDragEnd: ({ active, over }) => t('photos.dropped', { ...place(active.id), n: place(over?.id ?? active.id).n }),
    onDragCancel: ({ active }) => t('photos.dragCancelled', place(active.id)),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) change({ type: 'move', id: String(active.id), to: place(over.id).n - 1 })
  }

  return (
    <section aria-labelledby="photos-title" className={style.section}>
      <div className={style.head}>
        <h2 id="photos-title">{t('photos.title')}</h2>
        <p>{t('photos.summary', { count: photos.length, size: fileSize(totalBytes(photos)) })}</p>
      </div>
      {photos.length > 1 && <p className={style.hint}>{t('photos.order')}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('photos.dragHelp') } }}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ol className={style.grid}>
            {photos.map((photo, index) => (
              <PhotoTile
                key={photo.id}
                photo={photo}
                index={index}
                count={photos.length}
                refused={photo.file.name === refused}
                change={change}
                onRemove={onRemove}
              />
            ))}
            {photos.length < maxImages && (
              <li className={style.more}>
                <FileButton
                  accept={accept}
                  onFiles={onFiles}
                  variant="subtle"
                  classNames={{ root: style.moreButton, label: style.moreLabel }}
                  aria-label={t('upload.choosePhotos')}
                >
                  <IconPlus size={32} stroke={1.5} />
                </FileButton>
              </li>
            )}
          </ol>
        </SortableContext>
      </DndContext>
    </section>
  )
}
