import { type ComponentType, type Dispatch, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusSoon } from '#web/components/focus-soon.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { GalleryTile } from './gallery-tile.tsx'
import type { PhotoChange, ShownPhoto } from './photo.ts'
import style from './photo-gallery.module.css'
import { SortablePhotos } from './sortable-photos.tsx'

const { Part: LargeView, preload: preloadLargeView } = lazyPart(() =>
  import('./large-view.tsx').then((module) => module.LargeView),
)

export { preloadLargeView }

export interface PhotoGalleryProps {
  readonly photos: readonly ShownPhoto[]
  /** The id of a photo that could not be sent. */
  readonly refused?: string | undefined
  readonly change: Dispatch<PhotoChange>
  readonly onRemove: (id: string) => void
  /** On each tile, beside its button. */
  readonly OnTile?: ComponentType<{ readonly id: string }>
  /** Below the caption in the large view. */
  readonly BelowLarge?: ComponentType<{ readonly id: string }>
  /** On top of the photos, large or small. */
  readonly notice?: ReactNode
  /** Another dialog lies on the large view. */
  readonly covered?: boolean
  /** The caption gets the focus of the large view also where that opens a keyboard on the screen. */
  readonly captionFirst?: boolean
  /** Shown after the last photo. */
  readonly children?: ReactNode
}

/** Photos side by side. A tap opens one large, where it gets its caption; dragging changes the order. */
export const PhotoGallery = ({ refused, OnTile, children, ...large }: PhotoGalleryProps) => {
  const { photos, change, notice } = large
  const { t } = useTranslation()
  const [shown, show] = useState<string>()
  const close = () => {
    show(undefined)
    focusSoon(`photo-${shown}`)
  }
  return (
    <section aria-label={t('photos.title')}>
      <SortablePhotos
        photos={photos}
        className={`${style.gallery} ${photos.length === 1 ? style.single : ''}`}
        change={change}
        tile={(photo, index) => (
          <GalleryTile
            key={photo.id}
            photo={photo}
            index={index}
            refused={photo.id === refused}
            onOpen={show}
            {...(OnTile && { OnTile })}
          />
        )}
      >
        {children}
      </SortablePhotos>
      {shown === undefined ? notice : <LargeView {...large} shown={shown} onShow={show} onClose={close} />}
    </section>
  )
}
