import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Options } from './options.ts'
import { fadeMs } from './player/player.ts'
import type { Step } from './player/playlist.ts'
import type { Scene, ShownPhoto } from './player/scene.ts'
import { RemovalHint, ShortRemovalHint } from './removal-hint.tsx'
import style from './stage.module.css'
import { t } from './texts/texts.ts'
import card from './title-card.module.css'

/** The scene, faded in over the one before. */
export const Stage = ({ scene, options }: { readonly scene: Scene | undefined; readonly options: Options }) => {
  const covered = useCovered(scene)
  return (
    <div className={style.stage}>
      {covered && <Layer key={covered.step.key} scene={covered} options={options} covered />}
      {scene && <Layer key={scene.step.key} scene={scene} options={options} />}
    </div>
  )
}

/** The scene before this one, while it is still seen below; none when it was withdrawn. */
export const useCovered = (scene: Scene | undefined): Scene | undefined => {
  const [seen, setSeen] = useState<{ scene: Scene | undefined; covered: Scene | undefined }>({
    scene,
    covered: undefined,
  })
  const key = scene?.step.key
  const same = key === seen.scene?.step.key
  // While it renders, not after: the new scene begins transparent and must not be seen without the one below.
  if (seen.scene !== scene) setSeen({ scene, covered: same ? seen.covered : scene && seen.scene })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step covers the one before
  useEffect(() => {
    const timer = setTimeout(() => setSeen(({ scene }) => ({ scene, covered: undefined })), fadeMs)
    return () => clearTimeout(timer)
  }, [key])
  return seen.covered
}

export const Layer = ({ scene, options, covered = false }: { scene: Scene; options: Options; covered?: boolean }) => {
  const { step, shown, backdrop, fresh } = scene
  const { title, name, description } = step.group
  const opens = step.opens && options.layout !== 'wall' && (title ?? name ?? description) !== null
  const stay = { '--stay': `${options.seconds}s` } as CSSProperties
  return (
    <div className={style.layer} style={stay} data-step={step.key} aria-hidden={covered || undefined}>
      <Canvas className={style.backdrop} canvas={backdrop} />
      {shown.length > 0 ? (
        <Photos
          step={step}
          shown={shown}
          options={options}
          label={opens && <TitleCard step={step} options={options} />}
        />
      ) : (
        <TitleCard step={step} options={options} />
      )}
      {fresh && (
        <p className={`one-line ${style.fresh}`} data-pair={shown.length > 1 || undefined} dir="auto">
          {name === null ? t('fresh') : t('freshFrom', { name })}
        </p>
      )}
    </div>
  )
}

/** Like the label beside a work in an exhibition: who made it, when, and what it is about. On the first photo, or before it. */
const TitleCard = ({ step, options: { codes } }: { readonly step: Step; readonly options: Options }) => {
  const { title, name, year, description, photos } = step.group
  const heading = title ?? name ?? t('untitled')
  const isOver = step.photos.length > 0
  return (
    <section className={card.card} data-over={isOver || undefined} dir="auto">
      <h2 className={card.title} data-long={heading.length > 60 || undefined}>
        {heading}
      </h2>
      <p className={card.origin}>
        {title && name && (
          <span className={card.name}>
            <bdi>{name}</bdi>,{' '}
          </span>
        )}
        {year}
      </p>
      {description && <p className={card.description}>{description}</p>}
      {!isOver && (
        <p className={card.count}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" />
            <rect className={card.picture} x="6.5" y="6.5" width="11" height="11" rx="0.75" />
          </svg>
          {t('photos', { count: photos.length })}
        </p>
      )}
      {codes && !isOver && <RemovalHint hasCode={step.hasRemovalCode} />}
    </section>
  )
}

interface PhotosProps {
  readonly step: Step
  readonly shown: readonly ShownPhoto[]
  readonly options: Options
  /** Over the first photo. */
  readonly label: ReactNode
}

/** One photo with its caption and year, or two that share the screen: then both have room for the same lines, so that they are as high as each other. */
const Photos = ({ step, shown, options, label }: PhotosProps) => {
  const { fit, captions, codes, qr } = options
  const { group } = step
  const title = group.title ?? group.name
  const photos = shown.flatMap(({ id, picture }) => {
    const photo = step.photos.find((each) => each.id === id)
    return photo ? [{ photo, picture }] : []
  })
  const lines = photos.some(({ photo }) => photo.caption) ? 'words' : 'source'
  return photos.map(({ photo, picture }, index) => {
    const half = shown.length === 1 ? undefined : index === 0 ? 'start' : 'end'
    const number = group.photos.findIndex(({ id }) => id === photo.id) + 1
    const place = t('photoOf', { number, count: group.photos.length, group: title ?? t('untitled') })
    const size = { '--ratio': picture.width / picture.height, '--own': `${picture.width}px` } as CSSProperties
    const shape = { 'data-fit': fit, 'data-qr': qr || undefined, 'data-captions': captions ? lines : undefined }
    return (
      <figure key={photo.id} className={style.figure} {...shape} data-half={half}>
        {codes && photo.code && (
          <p className={style.code} dir="ltr">
            <span className={style.codeLabel}>{t('codeLabel')}</span> {photo.code}
            {half !== 'start' && <ShortRemovalHint hasCode={step.hasRemovalCode} />}
          </p>
        )}
        <div className={style.place} style={size}>
          <div
            className={style.image}
            role="img"
            aria-label={[photo.altText, photo.caption, place].filter(Boolean).join('. ')}
          >
            <Canvas className={style.photo} canvas={picture} />
          </div>
          {index === 0 && label}
          {captions && (
            <figcaption className={style.caption} dir="auto">
              {photo.caption && <p className={style.words}>{photo.caption}</p>}
              <p className={style.source}>
                {title && <span className={`one-line ${style.title}`}>{title}</span>}
                <span className={style.year}>{group.year}</span>
              </p>
            </figcaption>
          )}
        </div>
      </figure>
    )
  })
}

interface CanvasProps {
  /** Already drawn; inserted unchanged. */
  readonly canvas: HTMLCanvasElement | undefined
  readonly className: string | undefined
}

const Canvas = ({ canvas, className }: CanvasProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    frame.current?.replaceChildren(...(canvas ? [canvas] : []))
  }, [canvas])
  return <div ref={frame} className={className} />
}
