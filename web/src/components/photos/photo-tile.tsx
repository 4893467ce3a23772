import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Skeleton, Textarea } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconMaximize, IconPhotoOff, IconX } from '@tabler/icons-react'
import { type ComponentType, type Dispatch, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { announce } from '#web/components/announcer.tsx'
import { characters, nameOf, type PhotoChange, type ShownPhoto } from './photo.ts'
import style from './photo-tile.module.css'
import { useThumbnail } from './thumbnails.ts'

interface PhotoTileProps {
  readonly photo: ShownPhoto
  readonly index: number
  readonly count: number
  readonly refused: boolean
  readonly change: Dispatch<PhotoChange>
  readonly onRemove: (id: string) => void
  readonly onOpen?: (id: string) => void
  readonly onCaptioned?: (id: string) => void
  readonly Below?: ComponentType<{ readonly id: string }>
}

/** A photo in its mat, with its caption as the label beside it. The picture itself is the handle. */
export const PhotoTile = memo((props: PhotoTileProps) => {
  const { photo, index, count, refused, change, onRemove, onOpen, onCaptioned, Below } = props
  const { t } = useTranslation()
  const made = useThumbnail(photo.id)
  const thumbnail = 'preview' in photo ? photo.preview : made
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: photo.id,
    attributes: { roleDescription: t('photos.sortable') },
  })
  const place = { n: index + 1, count, file: nameOf(photo) }
  const move = (by: -1 | 1) => {
    const to = index + by
    if (to < 0 || to >= count) return
    change({ type: 'move', id: photo.id, to })
    announce(t('photos.movedTo', { ...place, n: to + 1 }))
    // Moving an element in the document takes the focus from it.
    const button = `${by < 0 ? 'earlier' : 'later'}-${photo.id}`
    requestAnimationFrame(() => document.getElementById(button)?.focus())
  }
  const used = characters(photo.caption)
  const drag = t('photos.drag', place)

  return (
    <li
      ref={setNodeRef}
      className={style.tile}
      data-photo={photo.id}
      data-dragging={isDragging || undefined}
      data-refused={refused || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={style.frame}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={style.mat}
          {...attributes}
          {...listeners}
          aria-label={thumbnail === 'failed' ? `${drag}, ${t('photos.noPreview')}` : drag}
        >
          {thumbnail === undefined && <Skeleton className={style.picture} radius={2} />}
          {thumbnail === 'failed' && (
            <span className={style.noPreview}>
              <IconPhotoOff stroke={1.5} />
              {t('photos.noPreview')}
            </span>
          )}
          {thumbnail !== undefined && thumbnail !== 'failed' && (
            <img className={style.picture} src={thumbnail} alt="" loading="lazy" draggable={false} />
          )}
        </button>
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
      <div className={style.order}>
        <ActionIcon
          id={`earlier-${photo.id}`}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('photos.earlier', place)}
          aria-disabled={index === 0}
          onClick={() => move(-1)}
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        <span className={style.number} aria-hidden="true">
          {index + 1}
        </span>
        <ActionIcon
          id={`later-${photo.id}`}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('photos.later', place)}
          aria-disabled={index === count - 1}
          onClick={() => move(1)}
        >
          <IconArrowRight size={20} />
        </ActionIcon>
      </div>
      {refused && <p className={style.refused}>{t('photos.refused')}</p>}
      <Textarea
        id={`caption-${photo.id}`}
        classNames={{ input: style.caption, description: style.counter }}
        placeholder={t('photos.caption')}
        aria-label={t('photos.captionOf', place)}
        rows={2}
        value={photo.caption}
        error={used > limits.imageDescription}
        inputWrapperOrder={['input', 'description']}
        description={
          <span
            data-over={used > limits.imageDescription || undefined}
            data-empty={used === 0 || undefined}
          >{`${used}/${limits.imageDescription}`}</span>
        }
        onBlur={() => onCaptioned?.(photo.id)}
        onChange={(event) => change({ type: 'caption', id: photo.id, caption: event.currentTarget.value })}
      />
      {Below && <Below id={photo.id} />}
    </li>
  )
})
