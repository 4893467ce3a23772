import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Region } from '#contract/shapes.ts'
import { drawBlocks } from './draw-blocks.ts'
import style from './redaction.module.css'
import { corners, movedBy, type Point, resizedBy } from './regions.ts'

interface RegionBoxProps {
  readonly id: number
  readonly region: Region
  /** Its number, from 1, and the total. */
  readonly place: { readonly n: number; readonly total: number }
  readonly photo: HTMLImageElement
  readonly selected: boolean
  readonly onSelect: () => void
  readonly onChange: (changed: (region: Region) => Region) => void
  readonly onRemove: () => void
}

/** One step of an arrow key, as a share of the photo. */
const step = 0.01
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** A marked region with a preview of its blocks. Arrow keys move it, with Shift they resize it. */
export const RegionBox = ({ id, region, place, photo, selected, onSelect, onChange, onRemove }: RegionBoxProps) => {
  const { t } = useTranslation('redaction')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawBlocks(canvas.current, photo, region)
  }, [photo, region])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (by) onChange((now) => (event.shiftKey ? resizedBy(now, 'bottom-right', by) : movedBy(now, by)))
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { x, y, width, height } = region
  return (
    <button
      type="button"
      id={`region-${id}`}
      className={style.region}
      data-region={id}
      data-selected={selected || undefined}
      aria-label={t('area', place)}
      aria-pressed={selected}
      aria-describedby="redaction-keys"
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
      onFocus={onSelect}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className={style.blocks} />
      {selected && corners.map((corner) => <span key={corner} className={style.corner} data-corner={corner} />)}
    </button>
  )
}
