import '#web/components/photos/texts/texts.ts'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { isSlowOrMetered } from '#web/components/photos/convert/slow-connection.ts'
import { EnlargingPhotoGrid } from '#web/components/photos/enlarging-photo-grid.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { CaptionForAll } from './caption-for-all.tsx'
import { type DraftChange, totalBytes } from './draft/draft.ts'
import { SmallerPhotos } from './smaller-photos.tsx'

interface DraftPhotosProps {
  readonly photos: readonly Photo[]
  readonly maxImages: number
  /** The name of the file that the server rejected. */
  readonly refused: string | undefined
  readonly change: Dispatch<DraftChange>
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
      {isSlowOrMetered() && <SmallerPhotos photos={photos} change={change} />}
      {photos.length > 1 && <CaptionForAll photos={photos} change={change} />}
    </div>
  )
}
