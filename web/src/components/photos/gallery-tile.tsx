import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type ComponentType, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isTooLong, nameOf, type ShownPhoto } from './photo.ts'
import style from './photo-gallery.module.css'
import { PhotoThumbnail } from './photo-thumbnail.tsx'

interface GalleryTileProps {
  readonly photo: ShownPhoto
  readonly index: number
  readonly refused?: boolean
  /** Its caption is not on it, but below. */
  readonly plain?: boolean
  readonly onOpen: (id: string) => void
  /** On the tile, beside its button. */
  readonly OnTile?: ComponentType<{ readonly id: string }>
}

/** What is written on a button is part of its name: who speaks to the device says what is there. */
const wordsOf = (photo: ShownPhoto): string =>
  [photo.caption, photo.altText].filter(Boolean).join(', ') || nameOf(photo)

/** A photo that opens large; it is also the handle to drag it by. */
export const GalleryTile = memo(
  ({ photo, index, refused = false, plain = false, onOpen, OnTile }: GalleryTileProps) => {
    const { t } = useTranslation()
    const { id, caption, altText } = photo
    const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
      id,
      attributes: { roleDescription: t('photos.sortable') },
    })
    const isWrong = refused || isTooLong('caption', caption) || isTooLong('altText', altText)
    const label = `${t('photos.open', { n: index + 1 })}: ${wordsOf(photo)}`
    return (
      <li
        ref={setNodeRef}
        className={style.tile}
        data-photo={id}
        data-dragging={isDragging || undefined}
        data-wrong={isWrong || undefined}
        style={{ transform: CSS.Translate.toString(transform), transition }}
      >
        <button
          id={`photo-${id}`}
          type="button"
          className={`plain-button ${style.open}`}
          {...attributes}
          {...listeners}
          aria-label={refused ? `${label}, ${t('sending.failed')}` : label}
          // A space picks the photo up or puts it down: some browsers would count it as a click, too.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onClick={() => onOpen(id)}
        >
          <PhotoThumbnail photo={photo} />
          {(refused || caption) && !plain && (
            <span className={`one-line ${style.words}`} dir="auto">
              {refused ? t('sending.failed') : caption}
            </span>
          )}
        </button>
        {OnTile && <OnTile id={id} />}
      </li>
    )
  },
)
