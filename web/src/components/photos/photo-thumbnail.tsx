import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { t } from '#web/i18n/i18n.ts'
import type { ShownPhoto } from './photo.ts'
import style from './photo-thumbnail.module.css'
import { useThumbnail } from './thumbnails.ts'

/** A small picture of a photo, or the reason why there is none. */
export const PhotoThumbnail = ({ photo }: { readonly photo: ShownPhoto }) => {
  const made = useThumbnail(photo.id)
  const thumbnail = 'preview' in photo ? photo.preview : made
  if (thumbnail === undefined) return <Skeleton height="100%" radius={2} />
  if (thumbnail !== 'failed') return <img className="filling" src={thumbnail} alt="" loading="lazy" draggable={false} />
  return (
    <span className={`stack soft ${style.none}`}>
      <IconPhotoOff stroke={1.5} />
      {t('photos.noPreview')}
    </span>
  )
}
