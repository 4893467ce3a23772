import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { Options } from './options.ts'
import style from './photo-view.module.css'
import type { Group } from './player/playlist.ts'
import type { ShownPhoto } from './player/scene.ts'
import { ShortRemovalHint } from './removal-hint.tsx'
import { useTexts } from './texts/texts.ts'

interface PhotosProps {
  readonly group: Group
  readonly shown: readonly ShownPhoto[]
  readonly options: Options
}

/** One photo, or two portraits: then both have room for the same lines, so that they are as high as each other. */
export const Photos = ({ group, shown, options }: PhotosProps) => {
  const lines = shown.some(({ photo }) => photo.caption) ? 'words' : 'source'
  return shown.map(({ photo, picture }, index) => (
    <PhotoView
      key={photo.id}
      group={group}
      photo={photo}
      picture={picture}
      options={options}
      lines={options.captions ? lines : undefined}
      half={shown.length === 1 ? undefined : index === 0 ? 'start' : 'end'}
    />
  ))
}

interface PhotoViewProps extends Omit<PhotosProps, 'shown'>, ShownPhoto {
  readonly lines: 'words' | 'source' | undefined
  readonly half: 'start' | 'end' | undefined
}

/** A photo with its caption and year. */
const PhotoView = ({ group, photo, picture, options: { fit, captions, codes, qr }, lines, half }: PhotoViewProps) => {
  const { t } = useTexts()
  const title = group.title ?? group.name
  const number = group.photos.findIndex(({ id }) => id === photo.id) + 1
  const described = t('photoOf', { number, count: group.photos.length, group: title ?? t('untitled') })
  const { width, height } = picture
  return (
    <figure className={style.figure} data-fit={fit} data-qr={qr || undefined} data-captions={lines} data-half={half}>
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
              {codes && photo.code && <ShortRemovalHint className={style.removal} />}
            </p>
          </figcaption>
        )}
      </div>
    </figure>
  )
}

interface CanvasProps {
  /** Already drawn; inserted unchanged. */
  readonly canvas: HTMLCanvasElement | undefined
  readonly className: string | undefined
}

export const Canvas = ({ canvas, className }: CanvasProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    frame.current?.replaceChildren(...(canvas ? [canvas] : []))
  }, [canvas])
  return <div ref={frame} className={className} />
}
