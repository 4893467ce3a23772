import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Skeleton, Textarea } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconMaximize, IconPhotoOff, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type Dispatch, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { announce } from '#web/components/announcer.tsx'
import { focusSoon } from '#web/components/focus-soon.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { characters, nameOf, type PhotoChange, type ShownPhoto } from './photo.ts'
import style from './photo-tile.module.css'
import { useThumbnail } from './thumbnails.ts'

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
  readonly refused: boolean
}

/** A photo in its mat, with its caption as the label beside it. The picture itself is the handle. */
export const PhotoTile = memo((props: PhotoTileProps) => {
  const { photo, index, count, refused, change, onRemove, onOpen, onCaptioned, Below } = props
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
      data-refused={refused || undefined}
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
      <OrderButtons id={photo.id} place={place} change={change} />
      {refused && <p className={style.refused}>{t('photos.refused')}</p>}
      <Caption photo={photo} place={place} change={change} {...(onCaptioned && { onCaptioned })} />
      {Below && <Below id={photo.id} />}
    </li>
  )
})

/** `n` of `count`, from 1; parameters of the texts. */
type Place = { readonly n: number; readonly count: number; readonly file: string }

interface PictureProps {
  readonly photo: ShownPhoto
  readonly place: Place
  readonly handle: ComponentProps<'button'>
}

const Picture = ({ photo, place, handle }: PictureProps) => {
  const { t } = useTranslation()
  const made = useThumbnail(photo.id)
  const thumbnail = 'preview' in photo ? photo.preview : made
  const drag = t('photos.drag', place)
  return (
    <button
      type="button"
      className={style.mat}
      {...handle}
      aria-label={thumbnail === 'failed' ? `${drag}, ${t('photos.noPreview')}` : drag}
    >
      {thumbnail === undefined && <Skeleton className={style.picture} radius={2} />}
      {thumbnail === 'failed' && (
        <span className={`stack ${style.noPreview}`}>
          <IconPhotoOff stroke={1.5} />
          {t('photos.noPreview')}
        </span>
      )}
      {thumbnail !== undefined && thumbnail !== 'failed' && (
        <img className={style.picture} src={thumbnail} alt="" loading="lazy" draggable={false} />
      )}
    </button>
  )
}

interface OrderButtonsProps {
  readonly id: string
  readonly place: Place
  readonly change: Dispatch<PhotoChange>
}

const OrderButtons = ({ id, place, change }: OrderButtonsProps) => {
  const { t } = useTranslation()
  const move = (by: -1 | 1) => {
    const n = place.n + by
    if (n < 1 || n > place.count) return
    change({ type: 'move', id, to: n - 1 })
    announce(t('photos.movedTo', { ...place, n }))
    // Moving an element in the document takes the focus from it.
    focusSoon(`${by < 0 ? 'earlier' : 'later'}-${id}`)
  }
  const button = (name: 'earlier' | 'later', by: -1 | 1, icon: ReactNode) => (
    <ActionIcon
      id={`${name}-${id}`}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t(`photos.${name}`, place)}
      aria-disabled={place.n === (by < 0 ? 1 : place.count)}
      onClick={() => move(by)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <div className={style.order}>
      {button('earlier', -1, <IconArrowLeft size={20} />)}
      <span className={style.number} aria-hidden="true">
        {formatNumber(place.n)}
      </span>
      {button('later', 1, <IconArrowRight size={20} />)}
    </div>
  )
}

interface CaptionProps {
  readonly photo: ShownPhoto
  readonly place: Place
  readonly change: Dispatch<PhotoChange>
  readonly onCaptioned?: (id: string) => void
}

const Caption = ({ photo: { id, caption }, place, change, onCaptioned }: CaptionProps) => {
  const { t } = useTranslation()
  const used = characters(caption)
  const over = used > limits.imageDescription
  return (
    <Textarea
      size="sm"
      id={`caption-${id}`}
      classNames={{ input: style.caption, description: style.counter }}
      placeholder={t('photos.caption')}
      aria-label={t('photos.captionOf', place)}
      rows={2}
      value={caption}
      error={over}
      inputWrapperOrder={['input', 'description']}
      description={
        <span
          data-over={over || undefined}
          data-empty={used === 0 || undefined}
        >{`${formatNumber(used)}/${formatNumber(limits.imageDescription)}`}</span>
      }
      onBlur={() => onCaptioned?.(id)}
      onChange={(event) => change({ type: 'caption', id, caption: event.currentTarget.value })}
    />
  )
}
