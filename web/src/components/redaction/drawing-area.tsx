import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Region } from '#contract/shapes.ts'
import style from './redaction.module.css'
import { corners, movedBy, type Point, resizedBy } from './regions.ts'
import { t } from './texts/texts.ts'
import { useDrawing } from './use-drawing.ts'
import type { Regions } from './use-regions.ts'

interface DrawingAreaProps {
  readonly src: string
  readonly alt: string
  readonly regions: Regions
  readonly onLoad: (photo: HTMLImageElement) => void
  readonly onError: () => void
  readonly onRemove: (id: number) => void
}

/** The photo with its marked regions; drawing on it adds one. */
export const DrawingArea = ({ src, alt, regions, onLoad, onError, onRemove }: DrawingAreaProps) => {
  const [photo, setPhoto] = useState<HTMLImageElement>()
  const drawing = useDrawing(regions)
  const { marked, selected } = regions
  return (
    // The buttons below do the same by keyboard.
    <div className={style.area} dir="ltr" data-ready={photo !== undefined || undefined} {...(photo && drawing)}>
      <img
        className={style.photo}
        src={src}
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget }) => {
          setPhoto(currentTarget)
          onLoad(currentTarget)
        }}
        onError={onError}
      />
      {photo &&
        marked.map(({ id, region }, index) => (
          <RegionBox
            key={id}
            id={id}
            region={region}
            place={{ n: index + 1, total: marked.length }}
            photo={photo}
            selected={selected?.id === id}
            onSelect={() => regions.select(id)}
            onChange={(changed) => regions.change(id, changed)}
            onRemove={() => onRemove(id)}
          />
        ))}
    </div>
  )
}

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
const RegionBox = ({ id, region, place, photo, selected, onSelect, onChange, onRemove }: RegionBoxProps) => {
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
      className={`plain-button ${style.region}`}
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

/** As the server does it: blocks of at least 8 pixels, at most 16 across the shorter side (D72). */
const minBlock = 8
const blocksAcross = 16

/** Shows a region of a photo as the blocks that it becomes. */
function drawBlocks(canvas: HTMLCanvasElement, photo: HTMLImageElement, { x, y, width, height }: Region): void {
  const { naturalWidth, naturalHeight } = photo
  const [wide, high] = [width * naturalWidth, height * naturalHeight]
  const block = Math.max(minBlock, Math.min(wide, high) / blocksAcross)
  canvas.width = Math.max(1, Math.round(wide / block))
  canvas.height = Math.max(1, Math.round(high / block))
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, x * naturalWidth, y * naturalHeight, wide, high, 0, 0, canvas.width, canvas.height)
}
