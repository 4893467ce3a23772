import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShownPhoto } from './photo.ts'
import style from './photo-thumbnail.module.css'
import { type Thumbnail, useThumbnail } from './thumbnails.ts'

/** Undefined while it is being made. */
export const useThumbnailOf = (photo: ShownPhoto): Thumbnail | undefined => {
  const made = useThumbnail(photo.id)
  return 'preview' in photo ? photo.preview : made
}

/** A small picture of a photo, or the reason why there is none. */
export const PhotoThumbnail = ({
  photo,
  className,
}: {
  readonly photo: ShownPhoto
  readonly className?: string | undefined
}) => {
  const { t } = useTranslation()
  const thumbnail = useThumbnailOf(photo)
  if (thumbnail === undefined) return <Skeleton className={className ?? ''} height="100%" radius={2} />
  if (thumbnail !== 'failed')
    return <img className={className} src={thumbnail} alt="" loading="lazy" draggable={false} />
  return (
    <span className={`stack ${style.none}`}>
      <IconPhotoOff stroke={1.5} />
      {t('photos.noPreview')}
    </span>
  )
}
