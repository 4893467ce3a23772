import { useEffect, useState } from 'react'
import type { Options } from './options.ts'
import { Canvas, Photos } from './photo-view.tsx'
import { fadeMs } from './player/player.ts'
import type { Group } from './player/playlist.ts'
import type { Scene } from './player/scene.ts'
import { RemovalHint } from './removal-hint.tsx'
import style from './stage.module.css'
import { useTexts } from './texts/texts.ts'
import card from './title-card.module.css'

interface StageProps {
  readonly scene: Scene | undefined
  readonly options: Options
  /** The photo has just come in. */
  readonly fresh: boolean
}

/** The scene, faded in over the one before. */
export const Stage = ({ scene, options, fresh }: StageProps) => {
  const covered = useCovered(scene)
  return (
    <div className={style.stage}>
      {covered && <Layer key={covered.step.key} scene={covered} options={options} covered />}
      {scene && <Layer key={scene.step.key} scene={scene} options={options} />}
      {scene && fresh && <Fresh name={scene.step.group.name} isPair={scene.shown.length > 1} />}
    </div>
  )
}

const Fresh = ({ name, isPair }: { readonly name: string | null; readonly isPair: boolean }) => {
  const { t } = useTexts()
  return (
    <p className={style.fresh} data-pair={isPair || undefined} dir="auto">
      {name === null ? t('fresh') : t('freshFrom', { name })}
    </p>
  )
}

/** The scene before this one, while it is still seen below; none when it was withdrawn. */
const useCovered = (scene: Scene | undefined): Scene | undefined => {
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

const Layer = ({ scene, options, covered = false }: { scene: Scene; options: Options; covered?: boolean }) => {
  const { step, shown, backdrop } = scene
  return (
    <div className={style.layer} data-step={step.key} aria-hidden={covered || undefined}>
      <Canvas className={style.backdrop} canvas={backdrop} />
      {shown.length > 0 ? (
        <Photos group={step.group} shown={shown} options={options} />
      ) : (
        <TitleCard group={step.group} codes={options.codes} />
      )}
    </div>
  )
}

interface TitleCardProps {
  readonly group: Group
  /** Photos have codes: it says what for. */
  readonly codes: boolean
}

/** Like the label beside a work in an exhibition: who made it, when, and what it is about. */
const TitleCard = ({ group: { title, name, year, description, photos }, codes }: TitleCardProps) => {
  const { t } = useTexts()
  const heading = title ?? name ?? t('untitled')
  return (
    <section className={card.card} dir="auto">
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
      <p className={card.count}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" />
          <rect className={card.picture} x="6.5" y="6.5" width="11" height="11" rx="0.75" />
        </svg>
        {t('photos', { count: photos.length })}
      </p>
      {codes && <RemovalHint />}
    </section>
  )
}
