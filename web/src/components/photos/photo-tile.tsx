import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type Dispatch, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/i18n/format.ts'
import { CaptionField } from './caption-field.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { nameOf, type PhotoChange, type Place, type ShownPhoto } from './photo.ts'
import { PhotoThumbnail, useThumbnailOf } from './photo-thumbnail.tsx'
import style from './photo-tile.module.css'

/** What can be done with the photos of a grid. */
export interface PhotoActions {
  readonly change: Dispatch<PhotoChange>
  readonly onRemove: (id: string) => void
  /** Shows a photo large. */
  readonly onOpen?: (id: string) => void
  /** Called when typing in its caption ends. */
  readonly onCaptioned?: (id: string) => void
  /** Shown below each photo. */
  readonly Below?: ComponentType<{ readonly id: string }>
}

interface PhotoTileProps extends PhotoActions {
  readonly photo: ShownPhoto
  readonly index: number
  readonly count: number
}

/** A photo in its mat, with its caption as the label beside it. The picture itself is the handle. */
export const PhotoTile = memo((props: PhotoTileProps) => {
  const { photo, index, count, change, onRemove, onOpen, onCaptioned, Below } = props
  const { t } = useTranslation()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: photo.id,
    attributes: { roleDescription: t('photos.sortable') },
  })
  const place = { n: index + 1, count, file: nameOf(photo) }

  return (
    <li
      ref={setNodeRef}
      className={style.tile}
      data-photo={photo.id}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={style.frame}>
        <Picture photo={photo} place={place} handle={{ ref: setActivatorNodeRef, ...attributes, ...listeners }} />
        {onOpen && (
          <ActionIcon
            id={`open-${photo.id}`}
            className={style.open}
            size={44}
            variant="transparent"
            aria-label={t('photos.open', place)}
            onClick={() => onOpen(photo.id)}
          >
            <IconMaximize size={18} stroke={2.25} />
          </ActionIcon>
        )}
        <ActionIcon
          id={`remove-${photo.id}`}
          className={style.remove}
          size={44}
          variant="transparent"
          aria-label={t('photos.remove', place)}
          onClick={() => onRemove(photo.id)}
        >
          <IconX size={18} stroke={2.25} />
        </ActionIcon>
      </div>
      <OrderButtons id={photo.id} place={place} change={change}>
        <span className={style.number} aria-hidden="true">
          {formatNumber(place.n)}
        </span>
      </OrderButtons>
      <CaptionField photo={photo} place={place} change={change} onBlur={() => onCaptioned?.(photo.id)} />
      {Below && <Below id={photo.id} />}
    </li>
  )
})

interface PictureProps {
  readonly photo: ShownPhoto
  readonly place: Place
  readonly handle: ComponentProps<'button'>
}

const Picture = ({ photo, place, handle }: PictureProps) => {
  const { t } = useTranslation()
  const drag = t('photos.drag', place)
  return (
    <button
      type="button"
      className={style.mat}
      {...handle}
      aria-label={useThumbnailOf(photo) === 'failed' ? `${drag}, ${t('photos.noPreview')}` : drag}
    >
      <PhotoThumbnail photo={photo} className={style.picture} />
    </button>
  )
}
