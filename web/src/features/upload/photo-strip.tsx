import type { CSSProperties } from 'react'
import type { Photo } from '#web/components/photos/photo.ts'
import { useThumbnail } from '#web/components/photos/thumbnails.ts'
import style from './photo-strip.module.css'

interface PhotoStripProps {
  readonly photos: readonly Photo[]
  /** How much of each is sent, 0 to 1; without it all of them are. */
  readonly shares?: readonly number[]
}

const shown = 12

/** The first photos as small prints, each with a bar that shows how much of it is sent. */
export const PhotoStrip = ({ photos, shares }: PhotoStripProps) => {
  const first = photos.slice(0, shown)
  return (
    <ul className={style.strip} aria-hidden="true">
      {first.map((photo, index) => (
        <Print key={photo.id} id={photo.id} share={shares?.[index] ?? (shares ? 0 : 1)} />
      ))}
      {photos.length > shown && <li className={`centred ${style.rest}`}>+{photos.length - shown}</li>}
    </ul>
  )
}

const Print = ({ id, share }: { id: string; share: number }) => {
  const thumbnail = useThumbnail(id)
  const style = { '--sent': share } as CSSProperties
  return (
    <li className="print" data-sent={share >= 1 || undefined} style={style}>
      {thumbnail && thumbnail !== 'failed' && <img className="filling" src={thumbnail} alt="" />}
    </li>
  )
}
