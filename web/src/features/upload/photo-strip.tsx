import type { Photo } from './draft.ts'
import style from './photo-strip.module.css'
import type { Thumbnail } from './use-thumbnails.ts'

interface PhotoStripProps {
  readonly photos: readonly Photo[]
  readonly thumbnails: ReadonlyMap<string, Thumbnail>
  /** How much is sent, 0 to 1: those photos are shown in full. */
  readonly done: number
}

const shown = 6

/** The first photos as small prints, lit one after another as they are sent. */
export const PhotoStrip = ({ photos, thumbnails, done }: PhotoStripProps) => (
  <ul className={style.strip} aria-hidden="true">
    {photos.slice(0, shown).map((photo, index) => {
      const thumbnail = thumbnails.get(photo.id)
      return (
        <li key={photo.id} data-sent={(index + 1) / Math.min(shown, photos.length) <= done || undefined}>
          {thumbnail && thumbnail !== 'failed' && <img src={thumbnail} alt="" />}
        </li>
      )
    })}
    {photos.length > shown && <li className={style.rest}>+{photos.length - shown}</li>}
  </ul>
)
