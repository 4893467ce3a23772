import '#web/components/photos/texts/texts.ts'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { EnlargingPhotoGrid } from '#web/components/photos/enlarging-photo-grid.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import type { Photo, PhotoChange } from '#web/components/photos/photo.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { CaptionForAll } from './caption-for-all.tsx'
import { totalBytes } from './draft/draft.ts'

interface DraftPhotosProps {
  readonly photos: readonly Photo[]
  readonly maxImages: number
  /** The name of the file that the server rejected. */
  readonly refused: string | undefined
  readonly change: Dispatch<PhotoChange>
  readonly onRemove: (id: string) => void
  readonly onFiles: (files: File[]) => void
}

/** The chosen photos, to be ordered, captioned and looked at. */
export const DraftPhotos = ({ photos, maxImages, refused, change, onRemove, onFiles }: DraftPhotosProps) => {
  const { t } = useTranslation()
  const summary = t('photos.summary', { count: photos.length, size: formatBytes(totalBytes(photos)) })
  return (
    <div>
      <EnlargingPhotoGrid photos={photos} summary={summary} refused={refused} change={change} onRemove={onRemove}>
        {photos.length < maxImages && <MoreTile onFiles={onFiles} />}
      </EnlargingPhotoGrid>
      {photos.length > 1 && <CaptionForAll photos={photos} change={change} />}
    </div>
  )
}
