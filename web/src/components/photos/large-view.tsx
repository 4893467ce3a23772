import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { ActionIcon, Button, CloseButton, Modal } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import {
  type ComponentType,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { AltTextField } from './alt-text-field.tsx'
import { CaptionField } from './caption-field.tsx'
import style from './large-view.module.css'
import { OrderButtons } from './order-buttons.tsx'
import { altOf, nameOf, type PhotoChange, type Place, type ShownPhoto } from './photo.ts'
import { PhotoStage } from './photo-stage.tsx'
import { t } from './texts/texts.ts'

export interface LargeViewProps {
  readonly photos: readonly ShownPhoto[]
  readonly shown: string
  readonly change: Dispatch<PhotoChange>
  readonly onShow: (id: string) => void
  readonly onRemove: (id: string) => void
  readonly onClose: () => void
  /** Below the caption. */
  readonly BelowLarge?: ComponentType<{ readonly id: string }>
  /** On top of the photos, large or small. */
  readonly notice?: ReactNode
  /** Another dialog lies on the large view. */
  readonly covered?: boolean
  /** The caption gets the focus also where that opens a keyboard on the screen. */
  readonly captionFirst?: boolean
}

const fullScreen = { fullScreen: true, returnFocus: false, zIndex: 190, transitionProps: { duration: 0 } }

const labelsNow = () => ({
  Lightbox: t('lightbox.label'),
  'Photo gallery': t('lightbox.gallery'),
  Carousel: t('lightbox.gallery'),
  Slide: t('lightbox.photo'),
  '{index} of {total}': t('lightbox.position'),
  'Zoom in': t('lightbox.zoomIn'),
  'Zoom out': t('lightbox.zoomOut'),
})

/** One photo as large as the screen, with its caption below: both in view while one types. */
export const LargeView = (props: LargeViewProps) => {
  const { photos, shown, onShow, onClose, notice, covered = false } = props
  const [typing, setTyping] = useState(false)
  const slides = useSlides(photos)
  const index = useIndex(photos, shown, onShow)
  const photo = photos[index]
  if (!photo) return null
  const show = (to: number) => photos[to] && onShow(photos[to].id)
  const place = { n: index + 1, count: photos.length, file: nameOf(photo) }
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={!covered} {...fullScreen}>
      <Modal.Content radius={0} bg="var(--wall)">
        <Modal.Body
          className={style.body}
          data-typing={typing || undefined}
          onFocus={({ target }) => setTyping(target instanceof HTMLTextAreaElement)}
          onBlur={() => setTyping(false)}
          onKeyDown={(event) => turnPage(event, (by) => show(index + by))}
        >
          <div className={`row ${style.head}`}>
            <Modal.Title className={style.title}>{t('lightbox.place', place)}</Modal.Title>
            {photos.length > 1 && <OrderButtons id={photo.id} place={place} change={props.change} />}
            <ActionIcon aria-label={t('photos.remove', place)} onClick={() => props.onRemove(photo.id)}>
              <IconTrash size={20} />
            </ActionIcon>
            <CloseButton size={44} aria-label={t('lightbox.close')} onClick={onClose} />
          </div>
          <PhotoStage slides={slides} index={index} show={show} labels={labelsNow()} />
          <Words {...props} photo={photo} place={place} show={show} />
          {notice}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface PartProps extends LargeViewProps {
  readonly photo: ShownPhoto
  readonly place: Place
  readonly show: (index: number) => void
}

const Words = (props: PartProps) => {
  const { photos, photo, place, change, show, onClose, BelowLarge, captionFirst } = props
  const isLast = place.n === photos.length
  const next = () => (isLast ? onClose() : show(place.n))
  const nextByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    next()
  }
  return (
    <div className={style.words}>
      <CaptionField
        className={style.caption ?? ''}
        size="md"
        rows={1}
        photo={photo}
        place={place}
        change={change}
        enterKeyHint="next"
        data-autofocus={captionFirst || hasKeyboard || undefined}
        onKeyDown={nextByEnter}
      />
      <AltTextField size="md" rows={1} photo={photo} place={place} change={change} />
      <ActionIcon
        variant="default"
        aria-label={t('lightbox.previous')}
        disabled={place.n === 1}
        onClick={() => show(place.n - 2)}
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      <Button size="md" rightSection={!isLast && <IconArrowRight size={20} />} onClick={next}>
        {t(isLast ? 'lightbox.done' : 'lightbox.next')}
      </Button>
      {BelowLarge && <BelowLarge id={photo.id} />}
    </div>
  )
}

/** On others, the focus in a field would cover half of the photo with a keyboard. */
const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine)').matches

/** Arrow keys turn to the next photo, except where they move a cursor. */
const turnPage = ({ key, target }: KeyboardEvent, turn: (by: -1 | 1) => void): void => {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return
  const onward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') turn(key === onward ? 1 : -1)
}

/** Where the shown photo is. Once it is gone, its neighbour is shown. */
const useIndex = (photos: readonly ShownPhoto[], shown: string, onShow: (id: string) => void): number => {
  const last = useRef(0)
  const found = photos.findIndex(({ id }) => id === shown)
  const index = found < 0 ? Math.min(last.current, photos.length - 1) : found
  const id = photos[index]?.id
  useEffect(() => {
    last.current = index
    if (id !== undefined && id !== shown) onShow(id)
  })
  return index
}

/** The full pictures, those of the device until the view closes. */
const useSlides = (photos: readonly ShownPhoto[]) => {
  const sources = useRef(new Map<string, string>())
  useEffect(() => {
    const { current } = sources
    return () => {
      for (const source of current.values()) URL.revokeObjectURL(source)
      current.clear()
    }
  }, [])
  const sourceOf = (photo: ShownPhoto): string => {
    if (!('file' in photo)) return photo.preview
    const source = sources.current.get(photo.id) ?? URL.createObjectURL(photo.file)
    sources.current.set(photo.id, source)
    return source
  }
  return photos.map((photo) => ({ src: sourceOf(photo), alt: altOf(photo) || nameOf(photo) }))
}
