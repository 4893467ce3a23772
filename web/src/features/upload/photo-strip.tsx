import type { Photo } from '#web/components/photos/photo.ts'
import { useThumbnail } from '#web/components/photos/thumbnails.ts'
import style from './photo-strip.module.css'

interface PhotoStripProps {
  readonly photos: readonly Photo[]
  /** How much is sent, 0 to 1: those photos are shown in full. */
  readonly done: number
}

const shown = 6

/** The first photos as small prints, lit one after another as they are sent. */
export const PhotoStrip = ({ photos, done }: PhotoStripProps) => {
  const first = photos.slice(0, shown)
  return (
    <ul className={style.strip} aria-hidden="true">
      {first.map((photo, index) => (
        <Print key={photo.id} id={photo.id} sent={(index + 1) / first.length <= done} />
      ))}
      {photos.length > shown && <li className={style.rest}>+{photos.length - shown}</li>}
    </ul>
  )
}

const Print = ({ id, sent }: { id: string; sent: boolean }) => {
  const thumbnail = useThumbnail(id)
  return <li data-sent={sent || undefined}>{thumbnail && thumbnail !== 'failed' && <img src={thumbnail} alt="" />}</li>
}
