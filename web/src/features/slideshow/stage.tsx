import { useEffect, useState } from 'react'
import { Canvas } from './canvas.tsx'
import type { Options } from './options.ts'
import { Photos } from './photo-view.tsx'
import { fadeMs } from './player/player.ts'
import type { Scene } from './player/scene.ts'
import style from './stage.module.css'
import { useTexts } from './texts/texts.ts'
import { TitleCard } from './title-card.tsx'

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
