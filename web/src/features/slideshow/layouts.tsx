import type { CSSProperties } from 'react'
import style from './layouts.module.css'
import type { Options } from './options.ts'
import type { PlayerState } from './player/player.ts'
import { ShortRemovalHint } from './removal-hint.tsx'
import { Layer, Stage, useCovered } from './stage.tsx'

interface LayoutProps {
  readonly playing: Pick<PlayerState, 'hanging' | 'places' | 'scene' | 'ahead'>
  readonly options: Options
}

/** One photo, a wall of them, or one and the next three. */
export const Layout = ({ playing, options }: LayoutProps) => {
  const { layout } = options
  if (layout === 'wall' && playing.places > 1) return <Wall playing={playing} options={options} />
  if (layout === 'split') return <Split playing={playing} options={options} />
  return <Stage scene={playing.scene} options={options} />
}

/** By the number of photos: the places along the longer and the shorter side of the screen. */
const grids: Readonly<Record<number, readonly [number, number]>> = { 2: [2, 1], 3: [3, 2], 5: [4, 2], 9: [5, 3] }

/** Each place fades on its own. The last place of a mosaic stays empty where the code for uploads covers it. */
const Wall = ({ playing: { hanging, places }, options }: LayoutProps) => {
  const all = options.qr ? places + 1 : places
  const [long, short] = grids[all] ?? [1, 1]
  const inPlace: Options = all > 2 ? { ...options, fit: 'cover', qr: false } : options
  return (
    <div className={style.wall}>
      <div className={style.mosaic} style={{ '--long': long, '--short': short } as CSSProperties} data-places={all}>
        {[...Array(places).keys()].map((place) => (
          <div key={place} className={style.tile}>
            <Stage scene={hanging.get(place)} options={inPlace} />
          </div>
        ))}
      </div>
      {options.codes && (
        <p className={style.way}>
          <ShortRemovalHint hasCode={false} />
        </p>
      )}
    </div>
  )
}

/** The next photo grows from its place in the row to that of the photo on display. */
const Split = ({ playing: { scene, ahead }, options }: LayoutProps) => {
  const covered = useCovered(scene)
  const seen = [covered, scene].flatMap((each) => each ?? [])
  const next = ahead.filter(({ step }) => seen.every((each) => each.step.key !== step.key))
  return (
    <div className={style.split} data-qr={options.qr || undefined}>
      {[...seen, ...next].map((each) => {
        const place = next.indexOf(each) + 1
        return (
          <div
            key={each.step.key}
            className={style.part}
            data-ahead={place || undefined}
            style={{ '--place': place } as CSSProperties}
          >
            <Layer scene={each} options={options} covered={each !== scene} />
          </div>
        )
      })}
    </div>
  )
}
