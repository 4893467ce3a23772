import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownPhoto } from './photo.ts'
import style from './photo-grid.module.css'
import { type PhotoActions, PhotoTile } from './photo-tile.tsx'
import { SortablePhotos } from './sortable-photos.tsx'

interface PhotoGridProps extends PhotoActions {
  readonly photos: readonly ShownPhoto[]
  /** Beside the heading: their number and size. */
  readonly summary: string
  /** Shown after the last photo. */
  readonly children?: ReactNode
}

/** Photos with all that can be done with each beside it. */
export const PhotoGrid = ({ photos, summary, children, ...actions }: PhotoGridProps) => {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="photos-title" className={`stack ${style.section}`}>
      <div className={style.head}>
        <h2 id="photos-title">{t('photos.title')}</h2>
        <p>{summary}</p>
      </div>
      {photos.length > 1 && <p className={style.hint}>{t('photos.order')}</p>}
      <SortablePhotos
        photos={photos}
        className={style.grid}
        change={actions.change}
        tile={(photo, index) => (
          <PhotoTile key={photo.id} photo={photo} index={index} count={photos.length} {...actions} />
        )}
      >
        {children}
      </SortablePhotos>
    </section>
  )
}
