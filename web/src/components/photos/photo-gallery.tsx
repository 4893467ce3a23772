import { type ComponentType, type ReactNode, useState } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { t } from '#web/i18n/i18n.ts'
import { GalleryTile } from './gallery-tile.tsx'
import type { LargeViewProps } from './large-view.tsx'
import style from './photo-gallery.module.css'
import { SortablePhotos } from './sortable-photos.tsx'

const { Part: LargeView, preload: preloadLargeView } = lazyPart(
  async () => (await import('./large-view.tsx')).LargeView,
)

export { preloadLargeView }

interface PhotoGalleryProps extends Omit<LargeViewProps, 'shown' | 'onShow' | 'onClose'> {
  /** The id of a photo that could not be sent. */
  readonly refused?: string | undefined
  /** On each tile, beside its button. */
  readonly OnTile?: ComponentType<{ readonly id: string }>
  /** Shown after the last photo. */
  readonly children?: ReactNode
}

/** Photos side by side. A tap opens one large, where it gets its caption; dragging changes the order. */
export const PhotoGallery = ({ refused, OnTile, children, ...large }: PhotoGalleryProps) => {
  const { photos, change, notice } = large
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
