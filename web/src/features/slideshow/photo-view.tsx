import type { CSSProperties } from 'react'
import { Canvas } from './canvas.tsx'
import type { Options } from './options.ts'
import style from './photo-view.module.css'
import type { Group, Photo } from './player/playlist.ts'
import { useTexts } from './texts/texts.ts'

interface PhotoViewProps {
  readonly group: Group
  readonly photo: Photo
  readonly picture: HTMLCanvasElement
  readonly options: Options
}

/** A photo with its caption and year. */
export const PhotoView = ({ group, photo, picture, options: { fit, captions, codes, qr } }: PhotoViewProps) => {
  const { t } = useTexts()
  const title = group.title ?? group.name
  const number = group.photos.findIndex(({ id }) => id === photo.id) + 1
  const described = t('photoOf', { number, count: group.photos.length, group: title ?? t('untitled') })
  const { width, height } = picture
  return (
    <figure
      className={style.figure}
      data-fit={fit}
      data-qr={qr || undefined}
      data-captions={captions ? (photo.caption ? 'words' : 'source') : undefined}
    >
      {codes && photo.code && (
        <p className={style.code} dir="ltr">
          <span className={style.codeLabel}>{t('codeLabel')}</span> {photo.code}
        </p>
      )}
      <div className={style.place} style={{ '--ratio': width / height, '--own': `${width}px` } as CSSProperties}>
        <div
          className={style.image}
          role="img"
          aria-label={photo.caption ? `${photo.caption}. ${described}` : described}
        >
          <Canvas className={style.photo} canvas={picture} />
        </div>
        {captions && (
          <figcaption className={style.caption} dir="auto">
            {photo.caption && <p className={style.words}>{photo.caption}</p>}
            <p className={style.source}>
              {title && <span className={style.title}>{title}</span>}
              <span className={style.year}>{group.year}</span>
            </p>
          </figcaption>
        )}
      </div>
    </figure>
  )
}
